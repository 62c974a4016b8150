import { eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import type { Member } from './member-store.ts';
import type { Project } from './project.ts';
import { projectUpdateEvents } from './updates/project-update-events.ts';

const EventPerson = Type.Object({ id: Type.String(), name: Type.String() });
const EventProject = Type.Object({
  id: Type.String(),
  name: Type.String(),
  key: Type.String(),
  status: Type.String(),
  visibility: Type.String(),
  workspaceId: Type.String(),
  ownerId: Type.String(),
});
const Changes = Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }));
const EventMember = Type.Object({ id: Type.String(), name: Type.String(), role: Type.String() });

const ofProject = Type.Object({ project: EventProject, user: EventPerson });
const ofChange = Type.Object({ project: EventProject, user: EventPerson, changes: Changes });
const ofMember = Type.Object({ project: EventProject, user: EventPerson, member: EventMember });

const projectEntity = ({ project }: { project: { id: string; name: string } }) => ({
  id: project.id,
  title: project.name,
});

export const projectCreated = eventType({
  name: 'project.created',
  meaning: 'a new project was created',
  payload: ofProject,
  activity: { feed: 'project', action: 'created', entity: projectEntity },
  sentence: ({ project }) => `created project ${project.name}`,
  isPublic: true,
});
const projectUpdated = eventType({
  name: 'project.updated',
  meaning: 'a project was updated',
  payload: ofChange,
  activity: { feed: 'project', action: 'updated', entity: projectEntity },
  sentence: ({ project, changes }) => `changed ${Object.keys(changes).join(', ')} of project ${project.name}`,
  isPublic: true,
});
export const projectDeleted = eventType({
  name: 'project.deleted',
  meaning: 'a project was deleted',
  payload: ofProject,
  activity: { feed: 'project', action: 'deleted', entity: projectEntity },
  sentence: ({ project }) => `deleted project ${project.name}`,
  isPublic: true,
});
export const memberAdded = eventType({
  name: 'member.added',
  meaning: 'a member was added to a project',
  payload: ofMember,
  activity: { feed: 'project', action: 'member_added', entity: projectEntity },
  sentence: ({ project, member }) => `added ${member.name} to project ${project.name}`,
  isPublic: true,
});
export const memberChanged = eventType({
  name: 'member.changed',
  meaning: 'a member of a project got another role',
  payload: ofMember,
  activity: { feed: 'project', action: 'member_changed', entity: projectEntity },
  sentence: ({ project, member }) => `made ${member.name} ${member.role} of project ${project.name}`,
  isStreamed: true,
});
export const memberRemoved = eventType({
  name: 'member.removed',
  meaning: 'a member was removed from a project, or left it',
  payload: ofMember,
  activity: { feed: 'project', action: 'member_removed', entity: projectEntity },
  sentence: ({ project, member }) => `removed ${member.name} from project ${project.name}`,
  isPublic: true,
});

/** The part of a scope that is stored with an event. */
type EventActor = { actor: Pick<Scope['actor'], 'userId' | 'name'> };

export const projectEvents = [
  projectCreated,
  projectUpdated,
  projectDeleted,
  memberAdded,
  memberChanged,
  memberRemoved,
  ...projectUpdateEvents,
];

export const recordProjectEvent = (
  tx: Tx,
  by: EventActor,
  type: typeof projectCreated | typeof projectDeleted,
  project: Project,
  at: number,
  id = newId(at),
) => recordEvent(tx, type, { id, ...scopeColumns(by, project, at), data: projectPayload(by, project) });

export const recordProjectChange = (
  tx: Tx,
  scope: Scope,
  project: Project,
  changes: Record<string, { from: unknown; to: unknown }>,
  at: number,
) =>
  recordEvent(tx, projectUpdated, {
    ...scopeColumns(scope, project, at),
    data: { ...projectPayload(scope, project), changes },
  });

export const recordMemberEvent = (
  tx: Tx,
  by: EventActor,
  type: typeof memberAdded | typeof memberChanged | typeof memberRemoved,
  project: Project,
  { id, name, role }: Pick<Member, 'id' | 'name' | 'role'>,
  at: number,
  eventId = newId(at),
) =>
  recordEvent(tx, type, {
    id: eventId,
    ...scopeColumns(by, project, at),
    data: { ...projectPayload(by, project), member: { id, name, role } },
  });

const scopeColumns = ({ actor }: EventActor, { id, workspaceId }: Project, at: number) => ({
  at,
  actorId: actor.userId,
  projectId: id,
  workspaceId,
});

const projectPayload = ({ actor }: EventActor, project: Project) => ({
  project: present(EventProject, project),
  user: { id: actor.userId, name: actor.name },
});
