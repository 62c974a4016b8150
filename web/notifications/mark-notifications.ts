import { api, queryClient } from '../api/index.ts';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { reloadBoot } from '../replica/index.ts';
import type { InboxEntry } from './group-notifications.ts';
import { notificationsKey } from './notification-queries.ts';

export const markEntry = ({ newest, earlier }: InboxEntry, read: boolean) =>
  change(() =>
    Promise.all(
      [newest, ...earlier]
        .filter((notification) => notification.read !== read)
        .map(({ id }) => api.markNotification({ params: { id }, body: { read } })),
    ),
  );

export const removeEntry = ({ newest, earlier }: InboxEntry) =>
  change(() => Promise.all([newest, ...earlier].map(({ id }) => api.deleteNotification({ params: { id } }))));

export const markAllRead = () => change(() => api.markNotifications({ body: { read: true } }));

async function change(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    showToast({ text: sentenceOf(error), tone: 'refused' });
  }
  // The count in the sidebar is part of the boot data.
  await Promise.all([queryClient.invalidateQueries({ queryKey: notificationsKey }), reloadBoot()]);
}
