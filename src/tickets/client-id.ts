import { dayMs } from '../platform/clock.ts';
import { UniqueViolation } from '../platform/db/index.ts';
import { conflict, type FieldMessages } from '../platform/errors.ts';
import { timeOfId } from '../platform/ids.ts';

const futureMaxMs = dayMs;
/**
 * A deleted ticket is purged after 30 days, and an id may be a day ahead. So an accepted id never belonged to a purged
 * ticket, whose history is kept.
 */
const pastMaxMs = 28 * dayMs;

/** Checks an id that a client made. An absent id has no problem. */
export function findIdProblem(id: string | null | undefined, now: number): FieldMessages {
  if (id === null || id === undefined) return {};
  const madeAt = timeOfId(id);
  if (madeAt === undefined) return { id: ['Id must be a UUID of version 7, in lower case'] };
  if (madeAt > now + futureMaxMs || madeAt < now - pastMaxMs)
    return { id: ['Id must be made within the last 28 days; the clock of the client may be a day ahead'] };
  return {};
}

// Title words are inserted before the ticket, so their primary key may report the taken id first.
const tablesById = new Set(['tickets', 'ticket_title_words', 'comments']);

/** Refuses a taken id, even of something deleted or invisible to the caller, always with the same message. */
export async function refuseTakenId<T>(creation: Promise<T>): Promise<T> {
  return creation.catch((error: unknown) => {
    if (!(error instanceof UniqueViolation) || !tablesById.has(error.table)) throw error;
    throw conflict('This id is taken. Make a new one.');
  });
}
