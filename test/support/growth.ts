import { processMs } from './processor-time.ts';

/** How many times more processor time the work takes for twice the size; the least of several runs each, against noise. */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  const least = async (each: number) => {
    const runs: number[] = [];
    for (let run = 0; run < 7; run++) runs.push(await processMs(() => work(each)));
    return Math.min(...runs);
  };
  const [single, double] = [await least(size), await least(2 * size)];
  return double / single;
}
