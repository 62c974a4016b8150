import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { Segmented } from '../parts/controls/segmented.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { ShowMore } from '../parts/display/show-more.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { useKeys } from '../parts/keys/keys.ts';
import { navigate } from '../router/index.ts';
import { groupNotifications, type InboxEntry } from './group-notifications.ts';
import { InboxItem } from './inbox-item.tsx';
import { markAllRead, markEntry, removeEntry } from './mark-notifications.ts';
import { notificationsQuery } from './notification-queries.ts';
import { isSnoozed } from './snooze.ts';
import { useSnoozed } from './use-snoozed.ts';
import './inbox.css';

const emptyTitles = {
  all: () => m.notifications.empty,
  unread: () => m.notifications.allRead,
  snoozed: () => m.notifications.noneSnoozed,
};

/** What happened to tickets that concern the person. An entry opens its ticket beside the list. */
export function Inbox() {
  const [shown, setShown] = useState<'all' | 'unread' | 'snoozed'>('all');
  const snoozed = useSnoozed();
  const [activeId, setActiveId] = useState<string>();
  const query = useInfiniteQuery(notificationsQuery(shown === 'unread'));
  const { data, error, refetch, isPending } = query;
  const entries = groupNotifications(data?.pages.flatMap((page) => page.data) ?? []).filter(
    (entry) => isSnoozed(snoozed, entry, Date.now()) === (shown === 'snoozed'),
  );
  const index = entries.findIndex(({ id }) => id === activeId);
  const active = entries[index];

  function open(entry: InboxEntry | undefined): void {
    if (!entry) return;
    setActiveId(entry.id);
    document.getElementById(`inbox-${entry.id}`)?.focus();
    if (!entry.isRead) void markEntry(entry, true);
    const { ticket, project } = entry.newest;
    if (ticket)
      void navigate({ to: '.', search: (search) => ({ ...search, ticket: ticket.key ?? ticket.id }) });
    else if (project) void navigate({ to: '/p/$key/board', params: { key: project.key } });
  }

  function move(step: number): void {
    const next = entries[Math.min(Math.max(index + step, 0), entries.length - 1)];
    setActiveId(next?.id);
    if (next) document.getElementById(`inbox-${next.id}`)?.focus();
  }

  useKeys([
    { keys: 'j', name: m.notifications.next, group: 'lists', run: () => move(1) },
    { keys: 'k', name: m.notifications.previous, group: 'lists', run: () => move(-1) },
    { keys: 'ArrowDown', run: () => move(1) },
    { keys: 'ArrowUp', run: () => move(-1) },
    { keys: 'o', name: m.notifications.open, group: 'lists', run: () => open(active) },
    {
      keys: 'e',
      name: m.notifications.markRead,
      group: 'lists',
      run: () => active && void markEntry(active, true),
    },
    {
      keys: 'u',
      name: m.notifications.markUnread,
      group: 'lists',
      run: () => active && void markEntry(active, false),
    },
    { keys: 'Shift+e', name: m.notifications.markAllRead, group: 'lists', run: () => void markAllRead() },
    {
      keys: 'h',
      name: m.notifications.snooze,
      group: 'lists',
      run: () => active && document.getElementById(`actions-${active.id}`)?.click(),
    },
    {
      keys: 'Delete',
      name: m.words.remove,
      group: 'lists',
      run: () => active && void removeEntry(active),
    },
  ]);

  return (
    <Screen
      title={m.notifications.inbox}
      actions={
        <>
          <Segmented
            label={m.notifications.filter}
            value={shown}
            onChange={setShown}
            options={[
              { value: 'all', label: m.notifications.all },
              { value: 'unread', label: m.notifications.unread },
              { value: 'snoozed', label: m.notifications.snoozed },
            ]}
          />
          <IconButton icon="check" label={m.notifications.markAllRead} onClick={() => void markAllRead()} />
        </>
      }
    >
      <div className="inbox">
        {isPending && <Skeleton rows={8} />}
        {error && <Failure error={error} retry={() => void refetch()} />}
        {data && entries.length === 0 && (
          <EmptyState
            icon="inbox"
            title={emptyTitles[shown]()}
            text={shown === 'snoozed' ? m.notifications.noneSnoozedText : m.notifications.emptyText}
          />
        )}
        {entries.length > 0 && (
          <ul className="inbox-list" aria-label={m.notifications.list}>
            {entries.map((entry) => (
              <InboxItem
                key={entry.id}
                entry={entry}
                isActive={entry === active}
                snoozedUntil={shown === 'snoozed' ? snoozed[entry.id]?.untilMs : undefined}
                onOpen={() => open(entry)}
                onToggle={() => void markEntry(entry, !entry.isRead)}
                onRemove={() => void removeEntry(entry)}
              />
            ))}
          </ul>
        )}
        <ShowMore query={query} />
      </div>
    </Screen>
  );
}
