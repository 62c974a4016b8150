import type { Static, TSchema } from 'typebox';
import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { insertEvent, insertEvents, type NewEvent } from './event-store.ts';
import type { EventType } from './event-type.ts';
import { react } from './reactions.ts';

export interface Happening<P extends TSchema> {
  /** Only an import that must come out the same each time names it. */
  id?: string;
  at: number;
  actorId: string | null;
  workspaceId?: string | null;
  projectId?: string | null;
  ticketId?: string | null;
  data: Static<P>;
}

/** Writes down what happened, in the transaction in which it happens: there is no change without its event. */
export async function recordEvent<P extends TSchema>(tx: Tx, type: EventType<P>, happening: Happening<P>) {
  const occurrence = occurrenceOf(type, happening);
  await insertEvent(tx, occurrence);
  await react(tx, [occurrence]);
  tx.announce();
  return occurrence;
}

/** Many at once, oldest first, for imports: nobody outside is told of what happened elsewhere long ago. */
export async function recordEvents<P extends TSchema>(tx: Tx, type: EventType<P>, list: Happening<P>[]) {
  await insertEvents(
    tx,
    list.map((happening) => occurrenceOf(type, happening)),
  );
  tx.announce();
}

/** Something that happened and is still to be written down. */
export type Occurrence = NewEvent & { goesOut: boolean };

/** Many at once, also of different types, in the order in which they happened. */
export async function recordAll(tx: Tx, occurrences: Occurrence[]): Promise<void> {
  if (occurrences.length === 0) return;
  await insertEvents(tx, occurrences);
  await react(tx, occurrences);
  tx.announce();
}

export function occurrenceOf<P extends TSchema>(type: EventType<P>, happening: Happening<P>): Occurrence {
  const { at, id = newId(at), actorId, data } = happening;
  const { workspaceId = null, projectId = null, ticketId = null } = happening;
  return {
    id,
    type: type.name,
    occurredAt: at,
    actorId,
    workspaceId,
    projectId,
    ticketId,
    data: JSON.stringify(data),
    goesOut: type.goesOut,
  };
}
