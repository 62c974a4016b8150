import type { EngineName } from '../test/support/engines.ts';
import type { ProcessFigure } from './process-figures.ts';
import { measureSse } from './sse.ts';

export const sseFigures = 'SSE fan-out';

/** Measures how fast the change of one ticket reaches thousands of event streams. */
export async function measureFanOut(engine: EngineName, listeners: number): Promise<ProcessFigure[]> {
  const { kilobytesPerListener, fanOutMs, messagesPerSecond } = await measureSse(engine, listeners);
  const to = `${sseFigures} to ${listeners} listeners`;
  return [
    { name: `${to}, memory of each`, value: kilobytesPerListener, unit: 'KB' },
    { name: `${to}, median until the last has it`, value: fanOutMs.median, unit: 'ms' },
    { name: `${to}, slowest`, value: fanOutMs.slowest, unit: 'ms' },
    { name: `${to}, messages`, value: messagesPerSecond, unit: '/s' },
  ];
}
