import { ask, captureAnswer, startCeiling } from './ceiling.ts';
import { drive, driveAlone, type Rate } from './load.ts';
import type { Mark, Row } from './rows.ts';

export interface Setting {
  origin: string;
  /** The same server with a commit for every change, where there is one. */
  ungroupedOrigin?: string | undefined;
  cookie: string;
  secondsEach: number;
  /** Marks count on the engine for which they were set. */
  withMarks: boolean;
}

export interface Measured extends Rate {
  name: string;
  ceilingPerSecond: number;
  alonePerSecond?: number;
  mark?: string;
  passed?: boolean;
}

// After one second the compiler is still at work: a ticket by id reached 0.43 of its ceiling then, and 0.51 from there on.
const warmUpSeconds = 5;

/** Ceiling, real, ceiling: what the neighbours of this machine do meanwhile hits both alike. */
export async function measureRow(
  row: Row,
  { origin, ungroupedOrigin, cookie, secondsEach, withMarks }: Setting,
): Promise<Measured> {
  const ceiling = await startCeiling(await captureAnswer(origin, cookie, row.next));
  const at = (place: string, seconds: number) => drive(place, cookie, { ...row, seconds });
  await at(ceiling.origin, warmUpSeconds);
  await at(origin, warmUpSeconds);
  await settle(row, origin, cookie);
  const before = await at(ceiling.origin, secondsEach);
  const real = await at(origin, secondsEach);
  await settle(row, origin, cookie);
  const after = await at(ceiling.origin, secondsEach);
  ceiling.stop();
  const ungrouped =
    row.mark?.times === 'a commit each' && ungroupedOrigin
      ? await at(ungroupedOrigin, secondsEach)
      : undefined;
  const alonePerSecond = await driveAlone(secondsEach, row.alone);
  const ceilingPerSecond = (before.perSecond + after.perSecond) / 2;
  const rates = { ceiling: ceilingPerSecond, 'a commit each': ungrouped?.perSecond ?? 0 };
  return {
    name: row.name,
    ...real,
    ceilingPerSecond,
    alonePerSecond,
    ...(withMarks && row.mark && judge(row.mark, real.perSecond, rates)),
  };
}

function judge({ atLeast, times }: Mark, perSecond: number, rates: Record<Mark['times'], number>) {
  const other = times === 'ceiling' ? times : `${times} (${Math.round(rates[times])}/s)`;
  return { mark: `≥ ${atLeast} × ${other}`, passed: perSecond >= atLeast * rates[times] };
}

/** Heavy reads queue in the server, also those whose caller has gone; the answer to one more is the end of the queue. */
const settle = (row: Row, origin: string, cookie: string) => ask(origin, cookie, row.next());

/** Reads while somebody searches without pause; their ceiling is the same reads in peace. */
export async function measureBeside(
  name: string,
  reads: Row,
  searches: Row,
  { origin, cookie, secondsEach }: Setting,
): Promise<Measured> {
  const read = () => drive(origin, cookie, { ...reads, seconds: secondsEach });
  const before = await read();
  const search = drive(origin, cookie, { ...searches, connections: 2, seconds: secondsEach + 1 });
  const real = await read();
  await search;
  await settle(searches, origin, cookie);
  const after = await read();
  return { name, ...real, ceilingPerSecond: (before.perSecond + after.perSecond) / 2 };
}
