import { secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { findNewestEvent } from './index-store.ts';
import { indexNextTickets } from './index-tickets.ts';

const restMs = secondMs;
// About half of a step holds the only writer of SQLite, so steps are as large as this allows and no larger. Large ones
// write a list once for many tickets, which is what an import needs.
const stepMs = { alone: 400, besideOthers: 40 };
const ticketsMin = 20;
const ticketsMax = 4_000;
// While others write it steps aside for so many times what a step took.
const pauseForOthers = 3;
const pauseWhenAlone = 0.2;

const restsUntilEnd = 60;

/** Indexes what changes until it is told to stop, or for a while there was nothing to do. */
export async function followChanges(
  db: Database,
  {
    signal,
    rest,
    report,
  }: { signal: AbortSignal; rest: (ms: number) => Promise<unknown>; report: (error: unknown) => void },
): Promise<void> {
  let tickets = ticketsMin;
  let lastEvent = 0;
  let rests = 0;
  const step = async () => {
    const startedAt = performance.now();
    const done = await indexNextTickets(db, tickets);
    const tookMs = performance.now() - startedAt;
    const newest = await findNewestEvent(db.reads);
    const company = newest === lastEvent ? 'alone' : 'besideOthers';
    lastEvent = newest;
    rests = done > 0 ? 0 : rests + 1;
    if (done > 0) tickets = clamp((tickets * stepMs[company]) / tookMs);
    const pause = company === 'alone' ? pauseWhenAlone : pauseForOthers;
    return done > 0 ? Math.min(tookMs * pause, restMs) : restMs;
  };
  while (!signal.aborted && rests < restsUntilEnd) {
    const pauseMs = await step().catch((error: unknown) => {
      if (!signal.aborted) report(error);
      return restMs;
    });
    await rest(pauseMs);
  }
}

/** Within bounds, whatever one slow step may say. */
const clamp = (tickets: number) => Math.round(Math.max(ticketsMin, Math.min(tickets, ticketsMax)));
