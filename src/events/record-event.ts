import type { Static, TSchema } from 'typebox';
import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { insertEvent } from './event-store.ts';
import type { EventType } from './event-type.ts';

export interface Happening<P extends TSchema> {
  at: number;
  actorId: string | null;
  workspaceId?: string | null;
  projectId?: string | null;
  ticketId?: string | null;
  data: Static<P>;
}

/** Writes down what happened, in the transaction in which it happens: there is no change without its event. */
export async function recordEvent<P extends TSchema>(tx: Tx, type: EventType<P>, happening: Happening<P>) {
  const { at, actorId, workspaceId = null, projectId = null, ticketId = null, data } = happening;
  await insertEvent(tx, {
    id: newId(at),
    type: type.name,
    occurredAt: at,
    actorId,
    workspaceId,
    projectId,
    ticketId,
    data: JSON.stringify(data),
  });
}
