import { findEvent } from '../events/index.ts';
import type { MailDrafter } from '../mail/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { findProject } from '../projects/index.ts';
import { fieldDeclaration, inputFields, watchers } from '../tickets/index.ts';
import { listNotifiableUsers } from '../users/index.ts';
import type { Notification, NotificationData } from './notification.ts';
import { findMailPreference, type Payload } from './notification-kinds.ts';
import { findNotification } from './notification-store.ts';

const quoteMax = 4_000;

const reasons: Record<string, string> = {
  assignment: 'You receive this because a ticket was assigned to you.',
  mention: 'You receive this because you were mentioned.',
  reply: 'You receive this because you wrote in the thread.',
  update: 'You receive this because you watch the ticket.',
  agent_question: 'You receive this because you watch the ticket, asked for the task or own the agent.',
  agent_result: 'You receive this because you watch the ticket, asked for the task or own the agent.',
  agent_budget:
    'You receive this because you own the agent, watch the ticket, or are an admin of the project.',
  agent_failure: 'You receive this because you watch the ticket, asked for the task or own the agent.',
  review_request: 'You receive this because you are asked to review the ticket.',
  review_result: 'You receive this because the ticket is assigned to you, or your agent worked on it.',
  view_entry: 'You receive this because you are subscribed to the view.',
  reminder: 'You receive this because you asked to be reminded.',
  project_invite: 'You receive this because you were added to a project.',
};

/** Checks permissions and preferences again at sending time: a person who lost access or opted out gets no mail. */
export const draftNotificationMail =
  (baseUrl: string): MailDrafter =>
  async (tx, { userId, subjectId }) => {
    const notification = userId === null ? undefined : await findNotification(tx, { userId, id: subjectId });
    const mail = notification && findMailPreference(notification.kind);
    if (
      !notification ||
      mail === undefined ||
      !(await isWanted(tx, notification, mail)) ||
      !(await maySee(tx, notification))
    ) {
      return undefined;
    }
    const { message, ticket, project } = JSON.parse(notification.data) as NotificationData;
    const event = await findEvent(tx, { id: notification.eventId });
    const subject = ticket ? `${ticket.key ? `[${ticket.key}] ` : ''}${ticket.title}` : message;
    return {
      subject,
      paragraphs: [`${message}.`, ...describeChanges(event?.data)],
      quote: findQuote(event?.data, notification.kind),
      link: buildLink(baseUrl, ticket, project),
      reason: reasons[notification.kind] ?? 'You receive this because it concerns you.',
      thread: ticket ? `ticket-${ticket.id}` : undefined,
      unsubscribeFrom: mail,
    };
  };

async function isWanted(
  tx: Tx,
  { userId }: Notification,
  preference: NonNullable<ReturnType<typeof findMailPreference>> | null,
) {
  const [person] = await listNotifiableUsers(tx, [userId]);
  return person !== undefined && (preference === null || person[preference] === 1);
}

async function maySee(tx: Tx, { ticketId, userId, data }: Notification): Promise<boolean> {
  if (ticketId !== null) return (await watchers.filterReaders(tx, ticketId, [userId])).length > 0;
  const { project } = JSON.parse(data) as NotificationData;
  return !project || (await findProject(tx, project.id, { userId }))?.role != null;
}

function buildLink(
  baseUrl: string,
  ticket: NotificationData['ticket'],
  project: NotificationData['project'],
) {
  if (ticket) return { label: 'Open the ticket', url: ticketUrl(baseUrl, ticket) };
  if (project) {
    return { label: 'Open the project', url: `${baseUrl}/projects/${encodeURIComponent(project.key)}` };
  }
  return undefined;
}

export const ticketUrl = (baseUrl: string, { id, key }: { id: string; key?: string | undefined }) =>
  `${baseUrl}/tickets/${encodeURIComponent(key ?? id)}`;

const shortFields: readonly string[] = inputFields.filter(
  (name) => name === 'title' || ['choice', 'instant'].includes(fieldDeclaration(name).kind),
);

/** One line for each changed field with a short value. */
function describeChanges(data: string | undefined): string[] {
  const { changes } = JSON.parse(data ?? '{}') as Payload;
  const lines = Object.entries(changes ?? {}).flatMap(([field, { from, to }]) =>
    shortFields.includes(field) ? [`${field}: ${from ?? 'none'} → ${to ?? 'none'}`] : [],
  );
  return lines.length > 0 ? [lines.join('\n')] : [];
}

function findQuote(data: string | undefined, kind: string): string | undefined {
  const { comment, ticket, changes, task } = JSON.parse(data ?? '{}') as Payload;
  const described = kind === 'mention' ? (ticket?.description ?? changes?.description?.to) : undefined;
  const text =
    task?.question ??
    task?.error ??
    task?.summary ??
    comment?.content ??
    (typeof described === 'string' ? described : undefined);
  return text && text.length > quoteMax
    ? `${text.slice(0, quoteMax).replace(/[\uD800-\uDBFF]$/, '')}…`
    : text;
}
