import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { taskQueries } from '../agent-tasks/index.ts';
import { m } from '../messages/index.ts';
import { classes } from '../parts/classes.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { Segmented } from '../parts/controls/segmented.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { ShowMore } from '../parts/display/show-more.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { useKeys } from '../parts/keys/keys.ts';
import { Link, navigate, useSearchText } from '../router/index.ts';
import { groupNotifications, type InboxEntry } from './group-notifications.ts';
import { InboxItem } from './inbox-item.tsx';
import { InboxPane } from './inbox-pane.tsx';
import { finishEntry, markAllRead, markEntry, removeEntry, snoozeEntry } from './mark-notifications.ts';
import { notificationsQuery, type Shown } from './notification-queries.ts';
import './inbox.css';

const empty: Record<Shown, () => { title: string; text: string }> = {
  all: () => ({ title: m.notifications.empty, text: m.notifications.emptyText }),
  unread: () => ({ title: m.notifications.allRead, text: m.notifications.emptyText }),
  snoozed: () => ({ title: m.notifications.noneSnoozed, text: m.notifications.noneSnoozedText }),
  done: () => ({ title: m.notifications.noneDone, text: m.notifications.noneDoneText }),
};
const bothPanes = '(min-width: 901px)';

/** What happened to tickets that concern the person, and beside it the ticket of the chosen entry (`?open=ID`). */
export function Inbox() {
  const [shown, setShown] = useState<Shown>('all');
  const [activeId, setActiveId] = useState<string>();
  const query = useInfiniteQuery(notificationsQuery(shown));
  const { data, error, refetch, isPending } = query;
  const listed = groupNotifications(data?.pages.flatMap((page) => page.data) ?? []);
  const openId = useSearchText('open');
  // An entry that is opened becomes read, and stays while it is open.
  const [kept, setKept] = useState<InboxEntry>();
  const entries =
    shown === 'unread' && kept && kept.id === openId && !listed.some(({ id }) => id === kept.id)
      ? [kept, ...listed].sort((a, b) => b.newest.createdAt.localeCompare(a.newest.createdAt))
      : listed;
  const { data: asking = [] } = useQuery(taskQueries.asking());
  const [answeringId, setAnsweringId] = useState<string>();
  const questionOf = ({ newest }: InboxEntry) => asking.find(({ id }) => id === newest.task?.id);
  const index = entries.findIndex(({ id }) => id === (activeId ?? openId));
  const active = entries[index];
  const opened = entries.find(({ id }) => id === openId);

  function open(entry: InboxEntry | undefined): void {
    if (!entry) return;
    setActiveId(entry.id);
    setKept(entry);
    // The ticket shows the question too.
    setAnsweringId(undefined);
    focusRow(entry);
    if (!entry.isRead) void markEntry(entry, { read: true });
    const { comment, task } = entry.newest;
    show({ open: entry.id, comment: comment?.id, task: task?.id }, openId !== undefined);
  }

  function close(): void {
    show({ open: undefined, comment: undefined, task: undefined });
    if (opened) requestAnimationFrame(() => focusRow(opened));
  }

  /** Goes to a neighbour. Beside an open ticket, and where there is room for both, that one is shown. */
  function move(step: number): void {
    const next = entries[Math.min(Math.max(index + step, 0), entries.length - 1)];
    if (!next) return;
    if (openId !== undefined || matchMedia(bothPanes).matches) open(next);
    else {
      setActiveId(next.id);
      focusRow(next);
    }
  }

  /** Does something that takes an entry out of the list. Its neighbour takes its place. */
  function leave(entry: InboxEntry, run: (entry: InboxEntry) => unknown): void {
    const at = entries.indexOf(entry);
    const next = entries[at + 1] ?? entries[at - 1];
    if (entry.id === openId) {
      if (next) open(next);
      else close();
    } else setActiveId(next?.id);
    setKept(undefined);
    void run(entry);
  }

  function answer(entry: InboxEntry | undefined): void {
    if (!entry || !questionOf(entry)) return;
    setActiveId(entry.id);
    setAnsweringId(answeringId === entry.id ? undefined : entry.id);
    if (!entry.isRead) void markEntry(entry, { read: true });
  }

  const group = 'lists' as const;
  const onActive = (run: (entry: InboxEntry) => unknown) => () => {
    if (active) run(active);
  };
  useKeys([
    { keys: 'a', name: m.notifications.answer, group, run: () => answer(active) },
    { keys: 'j', name: m.notifications.next, group, run: () => move(1) },
    { keys: 'k', name: m.notifications.previous, group, run: () => move(-1) },
    { keys: 'ArrowDown', run: () => move(1) },
    { keys: 'ArrowUp', run: () => move(-1) },
    { keys: 'o', name: m.notifications.open, group, run: () => open(active) },
    {
      ...{ keys: 'e', name: m.notifications.markRead, group },
      run: onActive((entry) => markEntry(entry, { read: true })),
    },
    {
      ...{ keys: 'u', name: m.notifications.markUnread, group },
      run: onActive((entry) => markEntry(entry, { read: false })),
    },
    { keys: 'Shift+e', name: m.notifications.markAllRead, group, run: () => void markAllRead() },
    {
      ...{ keys: 'h', name: m.notifications.snooze, group },
      run: onActive(({ id }) => document.getElementById(`actions-${id}`)?.click()),
    },
    {
      ...{ keys: 'Backspace', name: m.notifications.markDone, group },
      run: onActive((entry) => shown !== 'done' && leave(entry, finishEntry)),
    },
    {
      ...{ keys: 'Delete', name: m.notifications.remove, group },
      run: onActive((entry) => leave(entry, removeEntry)),
    },
    { keys: 'Escape', name: m.notifications.back, group, run: () => openId !== undefined && close() },
  ]);

  const done = (entry: InboxEntry) => (shown === 'done' ? undefined : () => leave(entry, finishEntry));
  const openedAt = opened ? entries.indexOf(opened) : -1;
  return (
    <Screen
      title={m.notifications.inbox}
      actions={
        <>
          <Segmented
            label={m.notifications.filter}
            value={shown}
            onChange={setShown}
            options={(['all', 'unread', 'snoozed', 'done'] as const).map((value) => ({
              value,
              label: m.notifications[value],
            }))}
          />
          <IconButton icon="check" label={m.notifications.markAllRead} onClick={() => void markAllRead()} />
        </>
      }
    >
      <div className={classes('inbox', opened && 'inbox-open')}>
        <div className="inbox-side">
          {isPending && <Skeleton rows={8} />}
          {error && <Failure error={error} retry={() => void refetch()} />}
          {data && entries.length === 0 && (
            <EmptyState
              icon="inbox"
              {...empty[shown]()}
              action={
                <Link className="button button-plain" to="/">
                  {m.shell.notFound.home}
                </Link>
              }
            />
          )}
          {entries.length > 0 && (
            <ul className="inbox-list" aria-label={m.notifications.list}>
              {entries.map((entry) => (
                <InboxItem
                  key={entry.id}
                  entry={entry}
                  isActive={entry === active}
                  isOpen={entry === opened}
                  question={questionOf(entry)}
                  isAnswering={entry.id === answeringId}
                  onOpen={() => open(entry)}
                  onAnswer={() => answer(entry)}
                  onToggle={() => void markEntry(entry, { read: !entry.isRead })}
                  onSnooze={(untilMs) => leave(entry, () => snoozeEntry(entry, untilMs))}
                  onDone={done(entry)}
                  onRemove={() => leave(entry, removeEntry)}
                />
              ))}
            </ul>
          )}
          <ShowMore query={query} />
        </div>
        {(data || isPending) && (
          <InboxPane
            entry={opened}
            onPrevious={openedAt > 0 ? () => open(entries[openedAt - 1]) : undefined}
            onNext={openedAt < entries.length - 1 ? () => open(entries[openedAt + 1]) : undefined}
            onClose={close}
            onToggle={() => opened && void markEntry(opened, { read: !opened.isRead })}
            onDone={opened && done(opened)}
            onRemove={() => opened && leave(opened, removeEntry)}
          />
        )}
      </div>
    </Screen>
  );
}

const focusRow = ({ id }: InboxEntry) => document.getElementById(`inbox-${id}`)?.focus();

type Place = Record<'open' | 'comment' | 'task', string | undefined>;
const show = (place: Place, replace = false) =>
  void navigate({
    to: '.',
    search: (before: object) => ({ ...before, ...place, ticket: undefined }),
    replace,
  });
