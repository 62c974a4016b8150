import { type EventType, eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';

/** A field is archived instead of deleted, so it has no `deleted` event. */
const settingActions = {
  label: ['created', 'updated', 'deleted'],
  group: ['created', 'updated', 'deleted'],
  field: ['created', 'updated'],
  template: ['created', 'updated', 'deleted'],
  schedule: ['created', 'updated', 'deleted'],
} as const;
type Kind = keyof typeof settingActions;
type Action = (typeof settingActions)['label'][number];

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
    isStreamed: true,
  });

const types = new Map<string, EventType<typeof payload>>(
  (Object.keys(settingActions) as Kind[]).flatMap((kind) =>
    settingActions[kind].map((action) => [`${kind}.${action}`, declare(kind, action)] as const),
  ),
);

/** Changes of labels, groups, custom fields, templates and schedules are streamed, but webhooks do not deliver them. */
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
