import { recordResponse, send, startCeiling } from './ceiling.ts';
import { drive, driveAlone, type Rate } from './load.ts';
import type { Mark, Row } from './rows.ts';

export interface Setting {
  origin: string;
  /** The same server without group commit; only on SQLite. */
  ungroupedOrigin?: string | undefined;
  cookie: string;
  secondsEach: number;
  /** Marks apply only to SQLite. */
  withMarks: boolean;
}

export interface Measured extends Rate {
  name: string;
  ceilingPerSecond: number;
  alonePerSecond?: number;
  mark?: string;
  passed?: boolean;
}

// After one second V8 is still optimising: "ticket by id" had a ratio of 0.43 then, and 0.51 after five seconds.
const warmUpSeconds = 5;

/** Measures the ceiling before and after the real server, so that other load on the machine affects both alike. */
export async function measureRow(
  row: Row,
  { origin, ungroupedOrigin, cookie, secondsEach, withMarks }: Setting,
): Promise<Measured> {
  const ceiling = await startCeiling(await recordResponse(origin, cookie, row.next));
  const driveAt = (target: string, seconds: number) => drive(target, cookie, { ...row, seconds });
  await driveAt(ceiling.origin, warmUpSeconds);
  await driveAt(origin, warmUpSeconds);
  await drainWorkerReads(row, origin, cookie);
  const before = await driveAt(ceiling.origin, secondsEach);
  const real = await driveAt(origin, secondsEach);
  await drainWorkerReads(row, origin, cookie);
  const after = await driveAt(ceiling.origin, secondsEach);
  ceiling.stop();
  const ungrouped =
    row.mark?.times === 'a commit each' && ungroupedOrigin
      ? await driveAt(ungroupedOrigin, secondsEach)
      : undefined;
  const alonePerSecond = await driveAlone(secondsEach, row.alone);
  const ceilingPerSecond = (before.perSecond + after.perSecond) / 2;
  const rates = { ceiling: ceilingPerSecond, 'a commit each': ungrouped?.perSecond ?? 0 };
  return {
    name: row.name,
    ...real,
    ceilingPerSecond,
    alonePerSecond,
    ...(withMarks && row.mark && compareWithMark(row.mark, real.perSecond, rates)),
  };
}

function compareWithMark({ atLeast, times }: Mark, perSecond: number, rates: Record<Mark['times'], number>) {
  const other = times === 'ceiling' ? times : `${times} (${Math.round(rates[times])}/s)`;
  return { mark: `≥ ${atLeast} × ${other}`, passed: perSecond >= atLeast * rates[times] };
}

/** Worker reads stay queued in the server even if the client disconnects. One more response means that they are done. */
const drainWorkerReads = (row: Row, origin: string, cookie: string) => send(origin, cookie, row.next());

/** Measures reads beside continuous searches; the ceiling is the same reads without searches. */
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
  await drainWorkerReads(searches, origin, cookie);
  const after = await read();
  return { name, ...real, ceilingPerSecond: (before.perSecond + after.perSecond) / 2 };
}
