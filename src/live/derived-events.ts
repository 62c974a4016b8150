import type { EventRow } from '../events/index.ts';
import { canReadProject, type ProjectVisibility } from '../projects/index.ts';
import { type Actor, keyAllowsProject } from '../users/index.ts';
import type { Audience } from './audience.ts';
import { projectGone, ticketGone } from './live-events.ts';

/** An event of streams that follows from a recorded one. It is sent directly before its cause. */
export interface DerivedEvent {
  event: EventRow;
  cause: EventRow;
  /**
   * Whether the actor receives it. An event about lost access goes to actors who had access before the cause; they
   * learn nothing but the id.
   */
  reaches: (actor: Actor, audience: Audience) => boolean;
  /** True if the event is also sent to actors who may read the cause, on streams whose filter leaves the cause out. */
  leavesProject?: boolean;
}

type Changes = Record<string, { from: unknown } | undefined>;

interface Payload {
  ticket: { id: string; reporterId: string; assigneeId?: string };
  project: { id: string; visibility: ProjectVisibility; workspaceId: string };
  member: { id: string; name: string; role: string };
  changes: Changes;
}

/** The events that streams send in addition to the event itself. */
export function deriveEvents(cause: EventRow): DerivedEvent[] {
  const derive = derivations[cause.type];
  return derive ? derive(cause, JSON.parse(cause.data) as Payload) : [];
}

const derivations: Record<string, (cause: EventRow, payload: Payload) => DerivedEvent[]> = {
  'ticket.updated': leaveTicket,
  'project.updated': leaveProject,
  'project.deleted': (cause, { project }) => [
    {
      ...goneProject(cause, project.id),
      // Readers of the project receive the cause itself. Its tickets are gone for their reporters and assignees as
      // well.
      reaches: (actor, audience) =>
        keyAllowsProject(actor, project.id) &&
        audience.isGuest(actor, project.id) &&
        !audience.canSee(actor, cause),
    },
  ],
  'member.added': (cause, payload) => [changeMember(cause, payload, payload.member.role)],
  'member.removed': (cause, payload) => [
    changeMember(cause, payload, null),
    {
      ...goneProject(cause, payload.project.id),
      reaches: (actor, audience) =>
        actor.userId === payload.member.id &&
        keyAllowsProject(actor, payload.project.id) &&
        !audience.canReadProject(actor, payload.project.id),
    },
  ],
  'workspace.member_added': (cause, payload) => [changeWorkspaceMember(cause, payload, payload.member.role)],
  'workspace.member_removed': (cause, payload) => [changeWorkspaceMember(cause, payload, null)],
};

/** The ticket moved to another home, or lost its assignee. */
function leaveTicket(cause: EventRow, { ticket, changes }: Payload): DerivedEvent[] {
  const { projectId, workspaceId, assigneeId } = changes;
  if (!projectId && !workspaceId && !assigneeId) return [];
  const before = {
    projectId: projectId ? (projectId.from as string | null) : cause.projectId,
    workspaceId: workspaceId ? (workspaceId.from as string) : cause.workspaceId,
  };
  const people = {
    reporterId: ticket.reporterId,
    assigneeId: assigneeId ? (assigneeId.from as string | null) : (ticket.assigneeId ?? null),
  };
  return [
    {
      event: { ...cause, ...before, type: ticketGone.name, data: JSON.stringify({ id: ticket.id }) },
      cause,
      reaches: (actor, audience) => {
        const access = audience.findAccess(actor, before.projectId, before.workspaceId, cause.occurredAt);
        return access !== undefined && audience.canReadTicket(actor, { ...access, ...people });
      },
      leavesProject: true,
    },
  ];
}

/** The project became private, or moved to another workspace. Members still see it, guests still see their tickets. */
function leaveProject(cause: EventRow, { project, changes }: Payload): DerivedEvent[] {
  if (!changes.visibility && !changes.workspaceId) return [];
  const visibility = (changes.visibility?.from ?? project.visibility) as ProjectVisibility;
  const workspaceId = (changes.workspaceId?.from ?? project.workspaceId) as string;
  const gone = goneProject(cause, project.id);
  return [
    {
      ...gone,
      event: { ...gone.event, workspaceId },
      reaches: (actor, audience) => {
        const workspace = audience.findWorkspace(actor, workspaceId, cause.occurredAt);
        const before = { projectId: project.id, role: null, visibility, ...workspace };
        return canReadProject(actor, before) && !audience.canSee(actor, cause);
      },
    },
  ];
}

const goneProject = (cause: EventRow, id: string) => ({
  event: { ...cause, type: projectGone.name, data: JSON.stringify({ id }) },
  cause,
});

/** One name for every change of a role: granted, changed or removed (null). */
const changeMember = (cause: EventRow, payload: Payload, role: string | null): DerivedEvent => ({
  event: {
    ...cause,
    type: 'member.changed',
    data: JSON.stringify({ ...payload, member: { ...payload.member, role } }),
  },
  cause,
  reaches: (actor, audience) => audience.canSee(actor, cause),
});

const changeWorkspaceMember = (cause: EventRow, payload: Payload, role: string | null): DerivedEvent => ({
  ...changeMember(cause, payload, role),
  reaches: (actor, audience) =>
    audience.canSee(actor, cause) || (actor.userId === payload.member.id && keyAllowsProject(actor, null)),
});
