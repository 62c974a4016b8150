import { listPeopleOfTask, ticketWork } from '../agent-tasks/index.ts';
import type { EventRow, EventType } from '../events/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { findProject, listProjectAdmins } from '../projects/index.ts';
import { findMentionedBy, isOfImport, listThreadAuthors, nameMentions, watchers } from '../tickets/index.ts';
import type { MailPreference } from '../users/index.ts';
import type { NotificationData } from './notification.ts';
import { notificationKinds, type Payload, type RecipientQueries } from './notification-kinds.ts';

export interface PlannedNotification {
  event: EventRow;
  userId: string;
  kind: string;
  mail: MailPreference | null;
  data: NotificationData;
}

const excerptMax = 280;
const notifyingTypes = new Set(notificationKinds.map(({ on }) => on));

/** Finds the recipients of an event, of those who may see it now. Nobody is notified of their own actions. */
export async function planNotifications(
  queries: Queries,
  event: EventRow,
  catalogue: ReadonlyMap<string, EventType>,
): Promise<PlannedNotification[]> {
  if (!notifyingTypes.has(event.type) || isOfImport(event)) return [];
  const payload = JSON.parse(event.data) as Payload;
  const recipientQueries = newRecipientQueries(queries, event);
  const planned = new Map<string, PlannedNotification>();
  const mentions = await readMentions(queries, event, payload);
  for (const { kind, on, mail, to, sentence } of notificationKinds) {
    if (on !== event.type) continue;
    const people = (await to(payload, recipientQueries, event)).filter(
      (id): id is string => id !== undefined && id !== event.actorId && !planned.has(id),
    );
    const text = (sentence ?? catalogue.get(event.type)?.sentence)?.(payload as never) ?? event.type;
    for (const userId of await filterByAccess(queries, event, [...new Set(people)])) {
      planned.set(userId, {
        event,
        userId,
        kind,
        mail,
        data: notificationData(event, payload, text, { mentions }),
      });
    }
  }
  return [...planned.values()];
}

function newRecipientQueries(queries: Queries, { actorId, ticketId, projectId }: EventRow): RecipientQueries {
  return {
    watchers: async () => (ticketId === null ? [] : watchers.listWatcherIds(queries, ticketId)),
    peopleOfTask: (id) => listPeopleOfTask(queries, { id, actorId }),
    adminsOfProject: async () => (projectId === null ? [] : listProjectAdmins(queries, { projectId })),
    workers: async (assigneeId) => {
      if (ticketId === null) return [];
      const makers = await ticketWork.listMakers(queries, { ticketId, assigneeId: assigneeId ?? '' });
      return [
        ...(assigneeId === undefined ? [] : [assigneeId]),
        ...makers.map(({ id, ownerId }) => ownerId ?? id),
      ];
    },
    authorsOfThread: (id) => listThreadAuthors(queries, { threadId: id }),
    mentionedIn: async (text) =>
      typeof text === 'string' && ticketId !== null && actorId !== null
        ? findMentionedBy(queries, actorId, ticketId, text)
        : [],
  };
}

async function filterByAccess(queries: Queries, event: EventRow, people: string[]): Promise<string[]> {
  if (people.length === 0) return [];
  if (event.ticketId !== null) return watchers.filterReaders(queries, event.ticketId, people);
  if (event.projectId === null) return people;
  const members: string[] = [];
  for (const userId of people) {
    const project = await findProject(queries, event.projectId, { userId });
    if (project && project.status !== 'deleted' && project.role !== null) members.push(userId);
  }
  return members;
}

type Mentions = Awaited<ReturnType<typeof nameMentions>>;

const readMentions = async (
  queries: Queries,
  { actorId, ticketId }: EventRow,
  { comment, mentioned = [] }: Payload,
): Promise<Mentions> =>
  comment && mentioned.length > 0 && ticketId !== null && actorId !== null
    ? nameMentions(queries, actorId, ticketId, comment.content)
    : [];

export function notificationData(
  event: EventRow,
  payload: Payload,
  text: string,
  { view, mentions = [] }: { view?: NotificationData['view']; mentions?: Mentions },
): NotificationData {
  const { user, ticket, project, comment, task } = payload;
  const said = task?.question ?? task?.error ?? task?.summary;
  const actor = event.actorId !== null && user ? { id: user.id, name: user.name } : null;
  return {
    message: actor ? `${actor.name} ${text}` : text.charAt(0).toUpperCase() + text.slice(1),
    actor,
    ticket: ticket ? { id: ticket.id, title: ticket.title, ...(ticket.key && { key: ticket.key }) } : null,
    project: project ? { id: project.id, name: project.name, key: project.key } : null,
    comment: comment
      ? { id: comment.id, excerpt: makeExcerpt(comment.content), ...(mentions.length > 0 && { mentions }) }
      : null,
    ...(view && { view }),
    ...(task && {
      task: { id: task.id, title: task.title, ...(said && { excerpt: makeExcerpt(said) }) },
    }),
  };
}

/** Counts code points, so that no character is cut in half. */
function makeExcerpt(text: string): string {
  const characters = Array.from(text.slice(0, 2 * excerptMax));
  return characters.length <= excerptMax
    ? characters.join('')
    : `${characters.slice(0, excerptMax).join('')}…`;
}
