import { processMs } from './processor-time.ts';

/**
 * How many times more processor time the work takes for a size that is `times` the size; the least of several runs each,
 * against noise.
 */
export async function growthOf(work: (size: number) => unknown, size: number, times = 2): Promise<number> {
  const least = async (each: number) => {
    const runs: number[] = [];
    for (let run = 0; run < 7; run++) runs.push(await processMs(() => work(each)));
    return Math.min(...runs);
  };
  const [short, long] = [await least(size), await least(times * size)];
  return long / short;
}
