import { type EventType, eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';

const nouns = ['label', 'group'] as const;
const verbs = ['created', 'updated', 'deleted'] as const;
type Noun = (typeof nouns)[number];
type Verb = (typeof verbs)[number];

const payload = Type.Object({
  subject: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String() }),
});

const declare = (noun: Noun, verb: Verb) =>
  eventType({
    name: `${noun}.${verb}`,
    meaning: `a ${noun} was ${verb}`,
    payload,
    sentence: ({ subject }) => `${verb} ${noun} ${subject.name}`,
    isPublic: false,
  });

const types = new Map<string, EventType<typeof payload>>(
  nouns.flatMap((noun) => verbs.map((verb) => [`${noun}.${verb}`, declare(noun, verb)] as const)),
);

/** Labels and groups are settings of a team: their changes are recorded, but do not go out. */
export const settingEvents = [...types.values()];

export const recordSettingEvent = (
  tx: Tx,
  { actor, clock }: Scope,
  noun: Noun,
  verb: Verb,
  {
    id,
    name,
    workspaceId,
    projectId,
  }: { id: string; name: string; workspaceId?: string; projectId?: string },
) =>
  recordEvent(tx, types.get(`${noun}.${verb}`) as EventType<typeof payload>, {
    at: clock.now(),
    actorId: actor.userId,
    workspaceId: workspaceId ?? null,
    projectId: projectId ?? null,
    data: { subject: { id, name }, user: { id: actor.userId, name: actor.name } },
  });
