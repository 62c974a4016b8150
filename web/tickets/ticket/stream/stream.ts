import type { AgentTaskItem, Comment, HistoryItem } from '../../../../sdk/index.ts';

export type StreamFilter = 'all' | 'comments' | 'agents' | 'history';

/** One field that an event changed. */
export interface Change {
  field: string;
  from: unknown;
  to: unknown;
  /** True for a custom field, which has the name that the project gave it. */
  isOwn?: true;
}

interface Entry {
  /** Unique in the stream, so that a live event never redraws another entry. */
  key: string;
  at: string;
}

export type StreamEntry =
  /** A thread: its first comment or, if that is deleted, the first reply, and the replies. */
  | (Entry & { kind: 'comment'; comment: Comment; replies: Comment[] })
  | (Entry & { kind: 'change'; item: HistoryItem; change: Change })
  | (Entry & { kind: 'event'; item: HistoryItem })
  | (Entry & { kind: 'task'; task: AgentTaskItem })
  /** Consecutive changes that are shown on request. */
  | (Entry & { kind: 'folded'; entries: StreamEntry[] });

/** The history of a ticket, oldest first. */
export function streamOf(
  { comments, history, tasks }: Sources,
  filter: StreamFilter,
  unfolded: ReadonlySet<string>,
): StreamEntry[] {
  const entries: StreamEntry[] = [];
  if (filter === 'all' || filter === 'comments') {
    for (const [id, [comment, ...replies]] of Map.groupBy(comments, (one) => one.parentId ?? one.id))
      if (comment)
        entries.push({ kind: 'comment', key: `comment-${id}`, at: comment.createdAt, comment, replies });
  }
  if (filter === 'all' || filter === 'agents') {
    for (const task of tasks)
      entries.push({ kind: 'task', key: `task-${task.id}`, at: task.createdAt, task });
  }
  if (filter === 'all' || filter === 'history') entries.push(...history.flatMap(entriesOf));
  entries.sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
  return filter === 'history' ? entries : fold(entries, unfolded);
}

export interface Sources {
  comments: readonly Comment[];
  history: readonly HistoryItem[];
  tasks: readonly AgentTaskItem[];
}

/** Events that have entries of their own: comments, tasks, files and reactions. */
const shownElsewhere =
  /^(?:comment\.(?:created|updated|resolved|reopened)|reaction\.|agent_task\.|ticket\.(?:status_changed|assigned|triaged|link_changed)$)/;

function entriesOf(item: HistoryItem): StreamEntry[] {
  if (shownElsewhere.test(item.type)) return [];
  if (item.type !== 'ticket.updated') return [{ kind: 'event', key: item.id, at: item.createdAt, item }];
  const all = item.changes ?? {};
  // A change of the own status names both steps, so the status needs no line of its own.
  const changes = Object.entries(all).filter(
    ([field]) => field !== 'rank' && field !== 'snoozedUntil' && !(field === 'status' && all.ownStatusId),
  );
  return changes
    .flatMap(([field, value]) => {
      const { described } = value as { described?: { name: string; from: unknown; to: unknown }[] };
      if (field === 'ownStatusId') return [ownStatusChange(all)];
      const own = described?.map(({ name, ...rest }) => ({ field: name, ...rest, isOwn: true as const }));
      return own ?? [{ field, ...(value as { from: unknown; to: unknown }) }];
    })
    .map((change) => ({
      kind: 'change',
      key: `${item.id}-${change.field}`,
      at: item.createdAt,
      item,
      change,
    }));
}

interface StepChange {
  from: unknown;
  to: unknown;
  described?: { from: unknown; to: unknown }[];
}

/** Names own statuses as they were called; the six by their value, for the language of the reader. */
function ownStatusChange({ status, ownStatusId }: Record<string, unknown>) {
  const own = ownStatusId as StepChange;
  const [names] = own.described ?? [];
  const plain = status as StepChange | undefined;
  return {
    field: 'status',
    from: (own.from === null && plain?.from) || names?.from,
    to: (own.to === null && plain?.to) || names?.to,
  };
}

const foldFrom = 6;
const keptAtEnd = 2;

/** Folds long runs of changes, which would hide what people wrote: all but the first and the last two. */
function fold(entries: StreamEntry[], unfolded: ReadonlySet<string>): StreamEntry[] {
  const result: StreamEntry[] = [];
  let run: StreamEntry[] = [];
  const endRun = () => {
    const [first, ...others] = run;
    const hidden = others.slice(0, -keptAtEnd);
    const key = `folded-${hidden[0]?.key}`;
    if (!first || run.length < foldFrom || unfolded.has(key)) result.push(...run);
    else {
      result.push(first, { kind: 'folded', key, at: first.at, entries: hidden });
      result.push(...others.slice(-keptAtEnd));
    }
    run = [];
  };
  for (const entry of entries) {
    if (entry.kind === 'change' || entry.kind === 'event') run.push(entry);
    else {
      endRun();
      result.push(entry);
    }
  }
  endRun();
  return result;
}
