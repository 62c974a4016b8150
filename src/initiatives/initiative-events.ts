import { eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import type { Initiative } from './initiative.ts';

const text = Type.String();
/** It names no project: not every member of the workspace may know of each. */
const payload = Type.Object({
  initiative: Type.Object({ id: text, name: text, workspaceId: text, version: Type.Number() }),
  user: Type.Object({ id: text, name: text }),
});

/** Live streams of the members of the workspace carry them, so that open pages keep up. */
const initiativeEvent = (action: string) =>
  eventType({
    name: `initiative.${action}`,
    meaning: `an initiative was ${action}`,
    payload,
    sentence: ({ initiative }) => `${action} initiative ${initiative.name}`,
    isStreamed: true,
  });
export const initiativeCreated = initiativeEvent('created');
export const initiativeUpdated = initiativeEvent('updated');
export const initiativeDeleted = initiativeEvent('deleted');

export const initiativeEvents = [initiativeCreated, initiativeUpdated, initiativeDeleted];

export const recordInitiativeEvent = (
  tx: Tx,
  { actor }: Scope,
  type: typeof initiativeCreated,
  { id, name, workspaceId, version }: Initiative,
  at: number,
) =>
  recordEvent(tx, type, {
    at,
    actorId: actor.userId,
    workspaceId,
    data: {
      initiative: { id, name, workspaceId, version },
      user: { id: actor.userId, name: actor.name },
    },
  });
