import { existsSync, readFileSync } from 'node:fs';

/** Starts to measure which share of the processors the host of this virtual machine withholds from it. */
export function measureStolen(): () => number {
  const before = readTicks();
  return () => {
    const { stolen, all } = readTicks();
    return all === before.all ? 0 : (stolen - before.stolen) / (all - before.all);
  };
}

/** See proc_stat(5): the first line has the times of all processors, the eighth is what the host gave to others. */
function readTicks(): { stolen: number; all: number } {
  if (!existsSync('/proc/stat')) return { stolen: 0, all: 0 };
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = line.trim().split(/ +/).slice(1, 9).map(Number);
  return { stolen: ticks[7] ?? 0, all: ticks.reduce((sum, one) => sum + one, 0) };
}
