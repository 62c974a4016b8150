import { type EventType, eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';
import type { ProjectRecord } from '../../projects/index.ts';
import type { Actor, Scope } from '../../users/index.ts';

const nameAndId = Type.Object({ id: Type.String(), name: Type.String() });
const payload = Type.Object({
  project: nameAndId,
  // Null: changed on the command line.
  user: Type.Unsafe<{ id: string; name: string } | null>({ ...nameAndId, type: ['object', 'null'] }),
  subject: Type.Object({ name: Type.String() }),
});

const declare = (name: string, meaning: string, did: string) =>
  eventType({
    name,
    meaning,
    payload,
    sentence: ({ project, subject }) => `${did} ${subject.name} of project ${project.name}`,
  });

export const tokenCreated = declare(
  'access_token.created',
  'an access token for inbound events was created',
  'created the access token',
);
export const tokenRevoked = declare(
  'access_token.revoked',
  'an access token for inbound events was revoked',
  'revoked the access token',
);
export const secretSet = declare(
  'inbound_secret.set',
  'the secret of a project for deliveries of a code host was set or replaced',
  'set the webhook secret for',
);
export const secretDeleted = declare(
  'inbound_secret.deleted',
  'the secret of a project for deliveries of a code host was deleted',
  'deleted the webhook secret for',
);
export const triggersChanged = declare(
  'triggers.changed',
  'the triggers of a project were changed',
  'changed to',
);

export const inboundSettingEvents = [tokenCreated, tokenRevoked, secretSet, secretDeleted, triggersChanged];

export const recordInboundSettingEvent = (
  tx: Tx,
  { actor, clock }: Pick<Scope, 'clock'> & { actor?: Pick<Actor, 'userId' | 'name'> | undefined },
  type: EventType<typeof payload>,
  { id, name, workspaceId }: ProjectRecord,
  subject: { name: string },
) =>
  recordEvent(tx, type, {
    at: clock.now(),
    actorId: actor?.userId ?? null,
    projectId: id,
    workspaceId,
    data: {
      project: { id, name },
      user: actor ? { id: actor.userId, name: actor.name } : null,
      subject: { name: subject.name },
    },
  });
