import { type EventType, eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';

const kinds = ['label', 'group'] as const;
const actions = ['created', 'updated', 'deleted'] as const;
type Kind = (typeof kinds)[number];
type Action = (typeof actions)[number];

const payload = Type.Object({
  subject: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String() }),
});

const declare = (kind: Kind, action: Action) =>
  eventType({
    name: `${kind}.${action}`,
    meaning: `a ${kind} was ${action}`,
    payload,
    sentence: ({ subject }) => `${action} ${kind} ${subject.name}`,
    isPublic: false,
    isStreamed: true,
  });

const types = new Map<string, EventType<typeof payload>>(
  kinds.flatMap((kind) => actions.map((action) => [`${kind}.${action}`, declare(kind, action)] as const)),
);

/** Changes of labels and groups are streamed, but not public: webhooks do not deliver them. */
export const settingEvents = [...types.values()];

export const recordSettingEvent = (
  tx: Tx,
  { actor, clock }: Scope,
  kind: Kind,
  action: Action,
  {
    id,
    name,
    workspaceId,
    projectId,
  }: { id: string; name: string; workspaceId?: string; projectId?: string },
) =>
  recordEvent(tx, types.get(`${kind}.${action}`) as EventType<typeof payload>, {
    at: clock.now(),
    actorId: actor.userId,
    workspaceId: workspaceId ?? null,
    projectId: projectId ?? null,
    data: { subject: { id, name }, user: { id: actor.userId, name: actor.name } },
  });
