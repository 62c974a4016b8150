import type { Notification } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { fieldWord } from '../parts/ticket-words.ts';

type Described = Pick<Notification, 'kind' | 'type' | 'message' | 'actor' | 'ticket' | 'project'> &
  Partial<Pick<Notification, 'task' | 'comment' | 'view'>>;

/** The sentence of a notification in the language of the reader. The ticket is shown beside it, so it is "this". */
export function describeNotification(notification: Described): string {
  const { kind, type, message, actor, project, task } = notification;
  const { sentences, ofTask, reminder } = m.notifications;
  if (kind === 'reminder') return reminder;
  if (task && ofTask.isOf(kind)) return ofTask.sentence(kind, actor?.name, task.title);
  if (kind === 'reopened') return sentences.reopened;
  if (kind === 'shipped') return sentences.shipped(/ in (.+?): /.exec(message)?.[1] ?? '');
  const who = actor?.name;
  if (who === undefined) return message;
  switch (`${kind} ${type}`) {
    case 'assignment ticket.assigned':
      return sentences.assigned(who);
    case 'project_invite member.added':
      return sentences.invited(who, project?.name ?? '');
    case 'update comment.created':
      return sentences.commented(who);
    case 'update ticket.deleted':
      return sentences.deleted(who);
    case 'update attachment.created':
      return sentences.attached(who, between(notification, `${who} attached `, ' to '));
    case 'update ticket.updated':
      return describeUpdate(notification, who);
  }
  if (kind === 'mention') return sentences.mentioned(who);
  if (notification.view) return sentences.entered(who, notification.view.name);
  return kind === 'reply' ? sentences.replied(who) : message;
}

function describeUpdate(notification: Described, who: string): string {
  const { sentences } = m.notifications;
  if (notification.message.startsWith(`${who} restored `)) return sentences.restored(who);
  const names = between(notification, `${who} changed `, ' of ');
  return sentences.changed(who, names.split(', ').map(nameField).join(', '));
}

/** The server names fields in English words: `due date`. */
function nameField(name: string): string {
  const key = name.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  const word = fieldWord(key);
  return word === key || word.toLowerCase() === name ? name : word;
}

/** The part of the server's sentence between its beginning and its ticket. */
function between({ message, ticket }: Described, before: string, after: string): string {
  const named = [ticket?.key, ticket?.title].filter(Boolean).join(' ');
  const end = message.lastIndexOf(`${after}${named}`);
  return message.startsWith(before) && end > before.length ? message.slice(before.length, end) : '';
}

/** What the notification quotes, on one line, with the names of those whom it mentions. */
export function quoteOf({ comment, task }: Pick<Notification, 'comment' | 'task'>): string | undefined {
  const text = comment?.excerpt ?? task?.excerpt;
  if (!text) return undefined;
  return nameMentions(text, comment?.mentions ?? [])
    .replace(/\s+/g, ' ')
    .trim();
}

export function nameMentions(text: string, mentions: readonly { written: string; name: string }[]): string {
  const names = new Map(mentions.map(({ written, name }) => [written.toLowerCase(), name]));
  return text.replace(/@([\p{L}\p{N}][\p{L}\p{N}\p{M}._+@-]*)/gu, (all, written: string) => {
    for (let end = written.length; end > 0; end--) {
      const name = names.get(written.slice(0, end).toLowerCase());
      if (name !== undefined) return `@${name}${written.slice(end)}`;
      if (!/[._+-]/.test(written[end - 1] ?? '')) break;
    }
    return all;
  });
}

/**
 * The address at which a notification opens on a page of its own: at its comment, or at the task of an agent. The
 * server gives a push the same one.
 */
export function addressOf({ ticket, project, comment, task }: Notification): string {
  const at = comment ? `?comment=${comment.id}` : task ? `?task=${task.id}` : '';
  if (ticket) return `/t/${ticket.key ?? ticket.id}${at}`;
  return project ? `/p/${project.key}/board` : '/inbox';
}
