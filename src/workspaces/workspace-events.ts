import { eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import type { Workspace } from './workspace.ts';

const person = Type.Object({ id: Type.String(), name: Type.String() });
const payload = Type.Object({
  workspace: Type.Object({ id: Type.String(), name: Type.String() }),
  user: person,
  member: Type.Optional(Type.Object({ id: Type.String(), name: Type.String(), role: Type.String() })),
});

const declare = (name: string, meaning: string, verb: string, preposition = 'in') =>
  eventType({
    name,
    meaning,
    payload,
    sentence: ({ workspace, member }) =>
      `${verb}${member ? ` ${member.name} ${preposition}` : ''} workspace ${workspace.name}`,
  });

export const workspaceCreated = declare('workspace.created', 'a workspace was created', 'created');
export const workspaceUpdated = declare('workspace.updated', 'a workspace was renamed', 'renamed');
export const workspaceDeleted = declare('workspace.deleted', 'a workspace was deleted', 'deleted');
export const workspaceMemberAdded = declare(
  'workspace.member_added',
  'a person joined a workspace or got another role',
  'set the role of',
);
export const workspaceMemberRemoved = declare(
  'workspace.member_removed',
  'a member was removed from a workspace, or left it',
  'removed',
  'from',
);

export const workspaceEvents = [
  workspaceCreated,
  workspaceUpdated,
  workspaceDeleted,
  workspaceMemberAdded,
  workspaceMemberRemoved,
];

export const recordWorkspaceEvent = (
  tx: Tx,
  { actor, clock }: Scope,
  type: typeof workspaceCreated,
  { id, name }: Pick<Workspace, 'id' | 'name'>,
  member?: { id: string; name: string; role: string },
) =>
  recordEvent(tx, type, {
    at: clock.now(),
    actorId: actor.userId,
    workspaceId: id,
    data: {
      workspace: { id, name },
      user: { id: actor.userId, name: actor.name },
      ...(member && { member }),
    },
  });
