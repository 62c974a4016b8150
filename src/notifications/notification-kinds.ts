import type { EventRow } from '../events/index.ts';
import type { MailPreference } from '../users/index.ts';

/** The parts of event payloads that notifications use; fields that an event lacks are absent. */
export interface Payload {
  user?: { id: string; name: string };
  ticket?: { id: string; title: string; key?: string; assigneeId?: string; description?: string };
  project?: { id: string; name: string; key: string } | null;
  comment?: { id: string; content: string; parentId?: string };
  mentioned?: string[];
  changes?: Record<string, { from: unknown; to: unknown }>;
  member?: { id: string; role: string };
  task?: {
    id: string;
    title: string;
    question?: string;
    questionKind?: string;
    error?: string;
    summary?: string;
  };
  agent?: { id: string; name: string; ownerId: string };
  webhook?: { id: string; host: string };
  reviewers?: { id: string; name: string }[];
  reason?: string;
  /** Who had closed a ticket that a commit reopened. */
  closedBy?: string;
  commit?: string;
  release?: { version: string };
  /** The agent task that moved the ticket. */
  taskId?: string;
}

/** Queries with which a kind finds its recipients. */
export interface RecipientQueries {
  watchers(): Promise<string[]>;
  mentionedIn(text: unknown): Promise<string[]>;
  /** The person who asked for a task, and the owner of its agent. */
  peopleOfTask(id: string): Promise<string[]>;
  /** The admins and owners of the project of the event. */
  adminsOfProject(): Promise<string[]>;
  /** Who works or worked on the ticket: its assignee, and the owners of its agents. */
  workers(assigneeId: string | undefined): Promise<string[]>;
  /** The authors of a thread, by the id of its first comment. */
  authorsOfThread(id: string): Promise<string[]>;
}

interface NotificationKind {
  kind: string;
  /** The type of the event that causes it. */
  on: string;
  /** The preference that allows mailing it; null: always mailed, because only the recipient can fix the cause. */
  mail: MailPreference | null;
  to(
    payload: Payload,
    queries: RecipientQueries,
    event: EventRow,
  ): Promise<(string | undefined)[]> | (string | undefined)[];
  /** Follows the name of the actor. Absent: the sentence of the event type. */
  sentence?: (payload: Payload) => string;
}

/** In order of precedence: an event notifies a person once, by the first kind that concerns them. */
export const notificationKinds: readonly NotificationKind[] = [
  {
    kind: 'assignment',
    on: 'ticket.assigned',
    mail: 'mailTicketAssigned',
    to: ({ ticket }) => [ticket?.assigneeId],
    sentence: (payload) => `assigned ${ticketLabel(payload)} to you`,
  },
  mention('comment.created', ({ mentioned = [] }) => mentioned),
  mention('comment.updated', ({ mentioned = [] }) => mentioned),
  // The assignee of a new ticket is notified of the assignment only, even if the text also mentions them.
  mention('ticket.created', async ({ ticket }, queries) =>
    without(await queries.mentionedIn(ticket?.description), ticket?.assigneeId),
  ),
  mention('ticket.updated', async ({ changes }, queries) => {
    const { from, to } = changes?.description ?? {};
    const before = await queries.mentionedIn(from);
    return without(await queries.mentionedIn(to), changes?.assigneeId?.to, ...before);
  }),
  {
    kind: 'reply',
    on: 'comment.created',
    mail: 'mailTicketUpdated',
    to: ({ comment }, queries) => (comment?.parentId ? queries.authorsOfThread(comment.parentId) : []),
    sentence: (payload) => `replied in a thread of yours on ${ticketLabel(payload)}`,
  },
  ofTask('agent_question', 'waiting_for_user', ({ task }) =>
    task?.questionKind === 'approval'
      ? `asks for approval in the task “${task.title}”`
      : `asked about the task “${task?.title}”`,
  ),
  ofTask('agent_result', 'completed', ({ task }) => `completed the task “${task?.title}”`),
  ofTask('agent_failure', 'failed', ({ task }) => `could not complete the task “${task?.title}”`),
  // Docket itself ends a task whose agent stopped reporting.
  ofTask(
    'agent_failure',
    'timed_out',
    ({ task }) => `an agent stopped reporting on the task “${task?.title}”`,
  ),
  ofBudget('agent_budget.warning'),
  ofBudget('agent_budget.reached'),
  {
    kind: 'review_request',
    on: 'review.requested',
    mail: 'mailTicketUpdated',
    to: ({ reviewers = [] }) => reviewers.map(({ id }) => id),
    sentence: (payload) => `asked you to review ${ticketLabel(payload)}`,
  },
  ofReview('review.approved', 'approved'),
  ofReview('review.changes_requested', 'asked for changes of'),
  {
    kind: 'update',
    on: 'gate.refused',
    mail: 'mailTicketUpdated',
    to: (_, queries) => queries.watchers(),
  },
  update('comment.created'),
  update('ticket.updated', ({ changes }) => changes?.assigneeId?.to),
  {
    kind: 'reopened',
    on: 'ticket.reopened',
    mail: 'mailTicketUpdated',
    to: async ({ closedBy }, queries) => [closedBy, ...(await queries.watchers())],
    sentence: (payload) =>
      `commit ${payload.commit?.slice(0, 10)} broke ${ticketLabel(payload)}: it is open again`,
  },
  {
    kind: 'shipped',
    on: 'ticket.shipped',
    mail: 'mailTicketUpdated',
    to: (_, queries) => queries.watchers(),
    sentence: (payload) => `fixed in ${payload.release?.version}: ${ticketLabel(payload)}`,
  },
  update('ticket.deleted'),
  update('attachment.created'),
  {
    kind: 'project_invite',
    on: 'member.added',
    mail: 'mailProjectInvites',
    to: ({ member }) => [member?.id],
    sentence: ({ project, member }) => `added you to project ${project?.name} as ${member?.role}`,
  },
  {
    kind: 'webhook_disabled',
    on: 'webhook.disabled',
    mail: null,
    // Docket itself disables webhooks; the event’s `user` is the owner.
    to: ({ user }) => [user?.id],
    sentence: ({ webhook, reason }) =>
      `the webhook to ${webhook?.host} was disabled: ${reason === 'gone' ? 'its receiver is gone' : 'every delivery failed for days'}`,
  },
  {
    kind: 'schedule_paused',
    on: 'schedule.paused',
    mail: null,
    // Docket itself pauses schedules; the event’s `user` is the owner.
    to: ({ user }) => [user?.id],
  },
];

/** Not by the event alone: a subscribed view tells whom it concerns. */
export const viewEntry = {
  kind: 'view_entry',
  mail: 'mailTicketUpdated',
  sentence: (payload: Payload, view: string) => `added ${ticketLabel(payload)} to the view “${view}”`,
} as const;

/** A reminder has no event: it becomes a notification when its time has come. */
export const reminder = { kind: 'reminder', mail: 'mailTicketUpdated' } as const;

const allKinds = [...notificationKinds, viewEntry, reminder];
export const kindNames = [...new Set(allKinds.map(({ kind }) => kind))];
/** The preference that decides whether notifications of this kind are mailed. */
export const findMailPreference = (kind: string) => allKinds.find((known) => known.kind === kind)?.mail;

function mention(on: string, to: NotificationKind['to']): NotificationKind {
  const sentence = (payload: Payload) => `mentioned you in ${ticketLabel(payload)}`;
  return { kind: 'mention', on, mail: 'mailTicketUpdated', to, sentence };
}

/**
 * Notifies the watchers of the task’s ticket (its assignee and reporter among them), the person who asked for the
 * task, and the agent’s owner.
 */
function ofTask(kind: string, change: string, phrase: (payload: Payload) => string): NotificationKind {
  return {
    kind,
    on: `agent_task.${change}`,
    mail: 'mailTicketUpdated',
    to: async ({ task }, queries) => [
      ...(await queries.watchers()),
      ...(task ? await queries.peopleOfTask(task.id) : []),
    ],
    sentence: (payload) => `${phrase(payload)}${payload.ticket ? ` on ${ticketLabel(payload)}` : ''}`,
  };
}

/** Notifies the assignee and the owners of the agents that did the work. */
function ofReview(on: string, verb: string): NotificationKind {
  return {
    kind: 'review_result',
    on,
    mail: 'mailTicketUpdated',
    to: ({ ticket }, queries) => queries.workers(ticket?.assigneeId),
    sentence: (payload) => `${verb} ${ticketLabel(payload)}`,
  };
}

/** Notifies the owner of the agent, the watchers of the ticket, or the admins of the project, by what the budget is of. */
function ofBudget(on: string): NotificationKind {
  return {
    kind: 'agent_budget',
    on,
    mail: 'mailTicketUpdated',
    to: async ({ agent, ticket }, queries) => {
      if (agent) return [agent.ownerId];
      return ticket ? queries.watchers() : queries.adminsOfProject();
    },
  };
}

/**
 * Notifies the watchers of a ticket. `except` names a person whom another event of the same change notifies. Moves by an
 * agent’s task notify nobody: its questions and results do.
 */
function update(on: string, except: (payload: Payload) => unknown = () => undefined): NotificationKind {
  return {
    kind: 'update',
    on,
    mail: 'mailTicketUpdated',
    to: async (payload, queries) =>
      isToldElsewhere(payload) || payload.taskId !== undefined
        ? []
        : without(await queries.watchers(), except(payload)),
  };
}

/** True for manual sorting, which is not news about the ticket, and for a release, of which another event tells. */
const isToldElsewhere = ({ changes }: Payload) =>
  changes !== undefined &&
  Object.keys(changes).length === 1 &&
  (changes.rank !== undefined || changes.shippedIn !== undefined);

const without = (people: string[], ...left: unknown[]) => people.filter((id) => !left.includes(id));

const ticketLabel = ({ ticket }: Payload) =>
  ticket?.key ? `${ticket.key} ${ticket.title}` : (ticket?.title ?? 'a ticket');
