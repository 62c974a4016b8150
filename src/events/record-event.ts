import type { Static, TSchema } from 'typebox';
import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { insertEvent, insertEvents, type NewEvent } from './event-store.ts';
import type { EventType } from './event-type.ts';
import { runReactions } from './reactions.ts';

export interface EventFields<P extends TSchema> {
  /** Set only by imports, which must produce the same ids in every attempt. */
  id?: string;
  at: number;
  actorId: string | null;
  workspaceId?: string | null;
  projectId?: string | null;
  ticketId?: string | null;
  data: Static<P>;
}

/** Records an event in the transaction of its change, so that neither is committed without the other. */
export async function recordEvent<P extends TSchema>(tx: Tx, type: EventType<P>, fields: EventFields<P>) {
  const event = buildEvent(type, fields);
  await insertEvent(tx, event);
  await runReactions(tx, [event]);
  tx.notify();
  return event;
}

/** Records past events of an import, oldest first. Reactions do not run: these events are not news to subscribers. */
export async function importEvents<P extends TSchema>(tx: Tx, type: EventType<P>, list: EventFields<P>[]) {
  await insertEvents(
    tx,
    list.map((fields) => buildEvent(type, fields)),
  );
  tx.notify();
}

/** An event that is ready to be recorded. */
export type BuiltEvent = NewEvent & { isPublic: boolean };

/** Records events of any types with one statement, in the given order. */
export async function recordEvents(tx: Tx, events: BuiltEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(tx, events);
  await runReactions(tx, events);
  tx.notify();
}

export function buildEvent<P extends TSchema>(type: EventType<P>, fields: EventFields<P>): BuiltEvent {
  const { at, id = newId(at), actorId, data } = fields;
  const { workspaceId = null, projectId = null, ticketId = null } = fields;
  return {
    id,
    type: type.name,
    occurredAt: at,
    actorId,
    workspaceId,
    projectId,
    ticketId,
    data: JSON.stringify(data),
    isPublic: type.isPublic ?? false,
  };
}
