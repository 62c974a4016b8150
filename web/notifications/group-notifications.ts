import type { Notification } from '../../sdk/index.ts';

/** What the inbox lists as one entry: everything about one ticket, the newest first. */
export interface InboxEntry {
  id: string;
  newest: Notification;
  earlier: Notification[];
  isRead: boolean;
}

/** Groups notifications by ticket, each group at the place of its newest one. The list comes newest first. */
export function groupNotifications(notifications: readonly Notification[]): InboxEntry[] {
  const groups = Map.groupBy(notifications, ({ id, ticket }) => ticket?.id ?? id);
  return [...groups].map(([id, [newest, ...earlier]]) => ({
    id,
    newest: newest as Notification,
    earlier,
    isRead: [newest, ...earlier].every((one) => one?.read),
  }));
}

/** The sentence of a notification, without the ticket that the inbox shows above it. */
export function messageWithoutTicket({ message, ticket }: Pick<Notification, 'message' | 'ticket'>): string {
  const named = [ticket?.key, ticket?.title].filter(Boolean).join(' ');
  const at = named ? message.indexOf(named) : -1;
  if (at < 0) return message;
  const before = message.slice(0, at).replace(/ (?:of|on|to|in) $/, ' ');
  return `${before}${message.slice(at + named.length).trimStart()}`.trim();
}
