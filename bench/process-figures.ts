import type { DatabaseAddress } from '../src/platform/db/index.ts';
import { startDocket } from './docket-server.ts';
import { median } from './median.ts';

/** A figure that is not a request rate, with its mark, if any. */
export interface ProcessFigure {
  name: string;
  value: number;
  unit: 'ms' | 's' | 'MB' | 'KB' | 'bytes' | '%' | '/s' | 'times as long';
  atMost?: number;
  atLeast?: number;
}

const starts = 5;

export async function measureStarts(address: DatabaseAddress, folder: string): Promise<ProcessFigure[]> {
  const startsMs: number[] = [];
  const idleMegabytes: number[] = [];
  for (let i = 0; i < starts; i++) {
    const server = await startDocket(address, folder);
    startsMs.push(server.startMs);
    idleMegabytes.push(server.residentMegabytes());
    await server.stop();
  }
  return [
    { name: `start, median of ${starts}`, value: median(startsMs), unit: 'ms', atMost: 1_000 },
    { name: 'resident memory after start', value: median(idleMegabytes), unit: 'MB', atMost: 150 },
  ];
}

export const isWithinMark = ({ value, atMost = value, atLeast = value }: ProcessFigure) =>
  value <= atMost && value >= atLeast;
