import { dayMs } from '../platform/clock.ts';
import { UniqueViolation } from '../platform/db/index.ts';
import { conflict, type FieldMessages } from '../platform/errors.ts';
import { timeOfId } from '../platform/ids.ts';

const futureMaxMs = dayMs;
/**
 * Less than the 30 days after which a deleted ticket is purged, by the day that an id may be ahead: an id that is accepted
 * never belonged to a purged ticket, whose history is kept.
 */
const pastMaxMs = 28 * dayMs;

/** What is wrong with an id that a client made; nothing for an absent one. */
export function findIdProblem(id: string | null | undefined, now: number): FieldMessages {
  if (id === null || id === undefined) return {};
  const madeAt = timeOfId(id);
  if (madeAt === undefined) return { id: ['Id must be a UUID of version 7, in lower case'] };
  if (madeAt > now + futureMaxMs || madeAt < now - pastMaxMs)
    return { id: ['Id must be made within the last 28 days; the clock of the client may be a day ahead'] };
  return {};
}

// The words of the title are inserted before the ticket, which has them in its own home already.
const tablesById = new Set(['tickets', 'ticket_title_words', 'comments']);

/** Refuses an id that is taken, also by something that is deleted or that the caller cannot see; the message is the same. */
export async function refuseTakenId<T>(creation: Promise<T>): Promise<T> {
  return creation.catch((error: unknown) => {
    if (!(error instanceof UniqueViolation) || !tablesById.has(error.table)) throw error;
    throw conflict('This id is taken. Make a new one.');
  });
}
