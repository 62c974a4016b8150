import type { EventRow } from '../events/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { canReadProject, type ProjectRole } from '../projects/index.ts';
import { canReadTicket, type TicketAccessContext, watchers } from '../tickets/index.ts';
import { type Actor, canManageInstance, keyAllowsProject } from '../users/index.ts';
import type { WorkspaceKind, WorkspaceRole } from '../workspaces/index.ts';
import { projectGone } from './live-events.ts';
import type { RoleRow } from './live-store.ts';
import * as store from './live-store.ts';

/**
 * Reads the current roles and people of the events' projects, workspaces and tickets, and answers questions about them.
 * Nothing is cached between calls, so a withdrawn permission takes effect with the next page of events.
 */
export async function loadAudience(queries: Queries, events: EventRow[]): Promise<Audience> {
  const projectIds = distinctIds(events, 'projectId');
  const deleted = events.filter(({ type }) => type === 'project.deleted');
  const ofLabels = events.filter(isLabelEvent);
  const left = events.filter(({ type }) => type === projectGone.name);
  const [projects, people, projectRoles, guests, labelUsers, leftWorkspaces, lostNotifications] =
    await Promise.all([
      store.listProjectAccess(queries, projectIds),
      store.listTicketPeople(queries, distinctIds(events, 'ticketId')),
      store.listProjectRoles(queries, projectIds),
      store.listTicketGuests(queries, distinctIds(deleted, 'projectId')),
      store.listMembersOfProjects(queries, distinctIds(ofLabels, 'workspaceId')),
      store.listWorkspaceKinds(queries, distinctIds(left, 'workspaceId')),
      findLostNotifications(queries, events),
    ]);
  const workspaceIds = [
    ...distinctIds(events, 'workspaceId'),
    ...projects.map((project) => project.workspaceId),
  ];
  const workspaceRoles = await store.listWorkspaceRoles(queries, [...new Set(workspaceIds)]);
  return new Audience({
    ...{ projects, people, projectRoles, guests, labelUsers, leftWorkspaces, workspaceRoles },
    lostNotifications,
  });
}

interface AudienceRows {
  projects: store.ProjectAccessRow[];
  people: store.TicketPeople[];
  projectRoles: RoleRow<ProjectRole>[];
  guests: store.MemberRow[];
  labelUsers: store.MemberRow[];
  /** The workspaces that the events `project.gone` name. */
  leftWorkspaces: { id: string; kind: WorkspaceKind }[];
  workspaceRoles: RoleRow<WorkspaceRole>[];
  /** The ids of events about notifications of tickets that their recipient may no longer read. */
  lostNotifications: ReadonlySet<string>;
}

/** Who may receive the events of one page. */
export class Audience {
  readonly #projects: Map<string, store.ProjectAccessRow>;
  readonly #people: Map<string, store.TicketPeople>;
  readonly #kinds: Map<string, WorkspaceKind>;
  readonly #guests: Set<string>;
  readonly #labelUsers: Set<string>;
  readonly #lostNotifications: ReadonlySet<string>;
  readonly #roleIn: RoleLookup<ProjectRole>;
  readonly #workspaceRoleIn: RoleLookup<WorkspaceRole>;

  constructor(rows: AudienceRows) {
    this.#projects = new Map(rows.projects.map((project) => [project.id, project]));
    this.#people = new Map(rows.people.map((row) => [row.id, row]));
    this.#kinds = new Map(rows.leftWorkspaces.map(({ id, kind }) => [id, kind]));
    this.#guests = new Set(rows.guests.map(memberKey));
    this.#labelUsers = new Set(rows.labelUsers.map(memberKey));
    this.#lostNotifications = rows.lostNotifications;
    this.#roleIn = newRoleLookup(rows.projectRoles);
    this.#workspaceRoleIn = newRoleLookup(rows.workspaceRoles);
  }

  canSee(actor: Actor, event: EventRow): boolean {
    const { projectId, workspaceId, ticketId } = event;
    if (!keyAllowsProject(actor, projectId)) return false;
    const project = projectId === null ? undefined : this.#projects.get(projectId);
    // Of a deleted project only `project.deleted` is sent, to its members; its other events are as hidden as its tickets.
    if (projectId !== null && (!project || (project.isDeleted && event.type !== 'project.deleted')))
      return false;
    const access = this.#accessTo(actor, projectId, workspaceId);
    if (ticketId !== null) {
      const { reporterId = '', assigneeId = null } = this.#people.get(ticketId) ?? {};
      return this.canReadTicket(actor, { ...access, reporterId, assigneeId });
    }
    if (isPersonal(event)) return isRecipient(actor, event) && !this.#lostNotifications.has(event.id);
    // An event without project and workspace belongs to the instance: a task of a repository that no project links.
    if (projectId === null && workspaceId === null) return canManageInstance(actor);
    if (projectId === null) return access.workspaceRole !== null || this.#usesLabels(actor, event);
    return canReadProject(actor, access) || isOwnRemoval(actor, event);
  }

  /** Uses the current roles of an agent's owner, not those at the start of the stream. */
  canReadTicket(actor: Actor, ticket: TicketAccessContext): boolean {
    if (!actor.agent) return canReadTicket(actor, ticket);
    const { ownerId } = actor.agent;
    const rolesOfOwner = {
      get: (homeId: string) =>
        this.#roleIn(homeId, ownerId) ?? this.#workspaceRoleIn(homeId, ownerId) ?? undefined,
    };
    return canReadTicket({ ...actor, agent: { ...actor.agent, rolesOfOwner } }, ticket);
  }

  canReadProject(actor: Actor, projectId: string): boolean {
    const access = this.findAccess(actor, projectId, null);
    return access !== undefined && canReadProject(actor, access);
  }

  /** The access to the tickets of a project or workspace, of a member since `joinedBy`; undefined for a deleted project. */
  findAccess(actor: Actor, projectId: string | null, workspaceId: string | null, joinedBy?: number) {
    const project = projectId === null ? undefined : this.#projects.get(projectId);
    if (projectId !== null && (!project || project.isDeleted)) return undefined;
    return this.#accessTo(actor, projectId, workspaceId, joinedBy);
  }

  findWorkspace({ userId }: Actor, workspaceId: string, joinedBy?: number) {
    return {
      workspaceRole: this.#workspaceRoleIn(workspaceId, userId, joinedBy),
      workspaceKind: this.#kinds.get(workspaceId) ?? 'shared',
    };
  }

  /** Whether the user may have tickets in a project that was deleted, without being its member. */
  isGuest({ userId }: Actor, projectId: string): boolean {
    return this.#guests.has(memberKey({ scopeId: projectId, userId }));
  }

  #accessTo(actor: Actor, projectId: string | null, workspaceId: string | null, joinedBy?: number) {
    const project = projectId === null ? undefined : this.#projects.get(projectId);
    return {
      projectId,
      workspaceId: project?.workspaceId ?? workspaceId,
      visibility: project?.visibility ?? 'private',
      role: this.#roleIn(projectId, actor.userId, joinedBy),
      workspaceRole: this.#workspaceRoleIn(project?.workspaceId ?? workspaceId, actor.userId, joinedBy),
      workspaceKind: project?.workspaceKind ?? 'shared',
    } as const;
  }

  /** The members of a project use the labels of its workspace without being members there. */
  #usesLabels({ userId }: Actor, event: EventRow): boolean {
    if (!isLabelEvent(event) || event.workspaceId === null) return false;
    return this.#labelUsers.has(memberKey({ scopeId: event.workspaceId, userId }));
  }
}

type RoleLookup<R> = (scopeId: string | null, userId: string, joinedBy?: number) => R | null;

function newRoleLookup<R>(rows: RoleRow<R>[]): RoleLookup<R> {
  const members = new Map<string, Map<string, RoleRow<R>>>();
  for (const row of rows) {
    const ofScope = members.get(row.scopeId) ?? new Map<string, RoleRow<R>>();
    members.set(row.scopeId, ofScope.set(row.userId, row));
  }
  return (scopeId, userId, joinedBy = Number.POSITIVE_INFINITY) => {
    const found = scopeId === null ? undefined : members.get(scopeId)?.get(userId);
    return found && found.joinedAt <= joinedBy ? found.role : null;
  };
}

const memberKey = ({ scopeId, userId }: store.MemberRow) => `${scopeId} ${userId}`;

const isLabelEvent = ({ type }: EventRow) => type.startsWith('label.');

function distinctIds(events: EventRow[], field: 'projectId' | 'ticketId' | 'workspaceId'): string[] {
  return [...new Set(events.map((event) => event[field]).filter((id) => id !== null))];
}

/** A notification, a setting, or a change of a personal view, which belongs to no project and no workspace. */
const isPersonal = ({ type, projectId, workspaceId }: EventRow) =>
  type.startsWith('notification.') ||
  type.startsWith('settings.') ||
  (type.startsWith('view.') && projectId === null && workspaceId === null);

/**
 * A stream that catches up gets notifications of the past. Meanwhile the recipient may have lost access to the
 * ticket.
 */
async function findLostNotifications(queries: Queries, events: EventRow[]): Promise<ReadonlySet<string>> {
  const ofTickets = new Map<string, { eventId: string; userId: string }[]>();
  for (const { id, type, data } of events) {
    if (!type.startsWith('notification.')) continue;
    const { recipient, notification } = JSON.parse(data) as NotificationPayload;
    if (!notification?.ticket) continue;
    const known = ofTickets.get(notification.ticket.id) ?? [];
    ofTickets.set(notification.ticket.id, [...known, { eventId: id, userId: recipient.id }]);
  }
  const lost = new Set<string>();
  for (const [ticketId, notified] of ofTickets) {
    const userIds = [...new Set(notified.map(({ userId }) => userId))];
    const readers = new Set(await watchers.filterReaders(queries, ticketId, userIds));
    for (const { eventId, userId } of notified) if (!readers.has(userId)) lost.add(eventId);
  }
  return lost;
}

interface NotificationPayload {
  recipient: { id: string };
  /** Absent if several notifications changed. */
  notification?: { ticket: { id: string } | null };
}

/** A personal event goes to its recipient alone, not even to administrators. */
function isRecipient({ userId }: Actor, { data }: EventRow): boolean {
  if (!data.includes(userId)) return false;
  return (JSON.parse(data) as { recipient?: { id: string } }).recipient?.id === userId;
}

/** A removed member receives their own `member.removed`, so that their client stops showing the project. */
function isOwnRemoval({ userId }: Actor, { type, data }: EventRow): boolean {
  if (type !== 'member.removed' || !data.includes(userId)) return false;
  return (JSON.parse(data) as { member: { id: string } }).member.id === userId;
}
