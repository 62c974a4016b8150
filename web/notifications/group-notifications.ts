import type { Notification } from '../../sdk/index.ts';

/** What the inbox lists as one entry: everything about one ticket, the newest first. */
export interface InboxEntry {
  id: string;
  newest: Notification;
  earlier: Notification[];
  /** What can no longer be opened counts as read. */
  isRead: boolean;
}

/**
 * Groups notifications by ticket, each group at the place of its newest one. The list comes newest first. What its reader
 * may no longer see says nothing and is left out.
 */
export function groupNotifications(notifications: readonly Notification[]): InboxEntry[] {
  const shown = notifications.filter(({ isGone, ticket }) => !isGone || ticket);
  const groups = Map.groupBy(shown, ({ id, ticket }) => ticket?.id ?? id);
  return [...groups].map(([id, [newest, ...earlier]]) => ({
    id,
    newest: newest as Notification,
    earlier,
    isRead: [newest, ...earlier].every((one) => one?.read || one?.isGone),
  }));
}

export const idsOf = ({ newest, earlier }: InboxEntry): string[] => [newest, ...earlier].map(({ id }) => id);
