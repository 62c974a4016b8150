import type { EventRow } from '../events/index.ts';
import type { MailPreference } from '../users/index.ts';

/** The part of an event's payload that notifications speak of; what an event lacks is absent. */
export interface Payload {
  user?: { id: string; name: string };
  ticket?: { id: string; title: string; key?: string; assigneeId?: string; description?: string };
  project?: { id: string; name: string; key: string } | null;
  comment?: { id: string; content: string };
  mentioned?: string[];
  changes?: Record<string, { from: unknown; to: unknown }>;
  member?: { id: string; role: string };
  webhook?: { id: string; host: string };
  reason?: string;
}

/** What a kind may look up to find whom it concerns. */
export interface Look {
  watchers(): Promise<string[]>;
  mentionedIn(text: unknown): Promise<string[]>;
}

interface NotificationKind {
  kind: string;
  /** The event that it follows from. */
  on: string;
  /** Which of a person's choices lets it be mailed; null: it is about something only they can mend. */
  mail: MailPreference | null;
  to(payload: Payload, look: Look, event: EventRow): Promise<(string | undefined)[]> | (string | undefined)[];
  /** After the name of who did it; absent: what the event itself says. */
  says?: (payload: Payload) => string;
}

/** What people are told of. Each is told once of an event: by the first line here that concerns them. */
export const notificationKinds: readonly NotificationKind[] = [
  {
    kind: 'assignment',
    on: 'ticket.assigned',
    mail: 'mailTicketAssigned',
    to: ({ ticket }) => [ticket?.assigneeId],
    says: (payload) => `assigned ${theTicket(payload)} to you`,
  },
  mention('comment.created', ({ mentioned = [] }) => mentioned),
  mention('comment.updated', ({ mentioned = [] }) => mentioned),
  // Who is given a new ticket hears that, and need not hear besides that it mentions them.
  mention('ticket.created', async ({ ticket }, look) =>
    without(await look.mentionedIn(ticket?.description), ticket?.assigneeId),
  ),
  mention('ticket.updated', async ({ changes }, look) => {
    const { from, to } = changes?.description ?? {};
    const before = await look.mentionedIn(from);
    return without(await look.mentionedIn(to), changes?.assigneeId?.to, ...before);
  }),
  update('comment.created'),
  update('ticket.updated', ({ changes }) => changes?.assigneeId?.to),
  update('ticket.deleted'),
  update('attachment.created'),
  {
    kind: 'project_invite',
    on: 'member.added',
    mail: 'mailProjectInvites',
    to: ({ member }) => [member?.id],
    says: ({ project, member }) => `added you to project ${project?.name} as ${member?.role}`,
  },
  {
    kind: 'webhook_disabled',
    on: 'webhook.disabled',
    mail: null,
    // Docket itself did it, so its owner is the person of the event.
    to: ({ user }) => [user?.id],
    says: ({ webhook, reason }) =>
      `the webhook to ${webhook?.host} was disabled: ${reason === 'gone' ? 'its receiver is gone' : 'nothing got through for days'}`,
  },
];

export const kindNames = [...new Set(notificationKinds.map(({ kind }) => kind))];

function mention(on: string, to: NotificationKind['to']): NotificationKind {
  const says = (payload: Payload) => `mentioned you in ${theTicket(payload)}`;
  return { kind: 'mention', on, mail: 'mailTicketUpdated', to, says };
}

/** Of a watched ticket. Whoever `except` names hears of the same act by another event. */
function update(on: string, except: (payload: Payload) => unknown = () => undefined): NotificationKind {
  return {
    kind: 'update',
    on,
    mail: 'mailTicketUpdated',
    to: async (payload, look) => without(await look.watchers(), except(payload)),
  };
}

const without = (people: string[], ...left: unknown[]) => people.filter((id) => !left.includes(id));

const theTicket = ({ ticket }: Payload) =>
  ticket?.key ? `${ticket.key} ${ticket.title}` : (ticket?.title ?? 'a ticket');
