import { api, queryClient } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { formatDateTime } from '../parts/dates/dates.ts';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { reloadBoot } from '../replica/index.ts';
import { type InboxEntry, idsOf } from './group-notifications.ts';
import { notificationsKey } from './notification-queries.ts';

interface Marks {
  read?: boolean;
  done?: boolean;
  snoozedUntil?: string | null;
}

export const markEntry = (entry: InboxEntry, marks: Marks) =>
  change(() => api.markNotifications({ body: { ids: idsOf(entry), ...marks } }));

export const markNotification = (id: string, marks: Marks) =>
  change(() => api.markNotification({ params: { id }, body: marks }));

export const markAllRead = () => change(() => api.markNotifications({ body: { read: true } }));

export const removeEntry = (entry: InboxEntry) =>
  change(() => Promise.all(idsOf(entry).map((id) => api.deleteNotification({ params: { id } }))));

export async function finishEntry(entry: InboxEntry): Promise<void> {
  if (!(await markEntry(entry, { done: true }))) return;
  showToast({ text: m.notifications.isDone, actions: [undo(() => markEntry(entry, { done: false }))] });
}

export async function snoozeEntry(entry: InboxEntry, untilMs: number): Promise<void> {
  const snoozedUntil = new Date(untilMs).toISOString();
  if (!(await markEntry(entry, { snoozedUntil }))) return;
  showToast({
    text: m.notifications.snoozedUntil(formatDateTime(untilMs)),
    actions: [undo(() => wakeEntry(entry))],
  });
}

export const wakeEntry = (entry: InboxEntry) => markEntry(entry, { snoozedUntil: null });

const undo = (run: () => unknown) => ({ name: m.shell.undo, run: () => void run() });

/** Returns whether it succeeded. */
async function change(send: () => Promise<unknown>): Promise<boolean> {
  let isSent = true;
  try {
    await send();
  } catch (error) {
    isSent = false;
    showToast({ text: sentenceOf(error), tone: 'refused' });
  }
  // The count in the sidebar is part of the boot data.
  await Promise.all([queryClient.invalidateQueries({ queryKey: notificationsKey }), reloadBoot()]);
  return isSent;
}
