import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { TicketWithPermissions } from '../../../../sdk/index.ts';
import { TaskCard, taskQueries } from '../../../agent-tasks/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Segmented } from '../../../parts/controls/segmented.tsx';
import { Failure } from '../../../parts/display/failure.tsx';
import { Notice } from '../../../parts/display/notice.tsx';
import { type TicketRow, useMe, useUnsentComments } from '../../../replica/index.ts';
import { ticketQueries } from '../ticket-queries.ts';
import { CommentBox } from './comment-box.tsx';
import { type StreamEntry, type StreamFilter, streamOf } from './stream.ts';
import { StreamChange } from './stream-change.tsx';
import { StreamThread } from './stream-thread.tsx';
import { withUnsent } from './unsent-comments.ts';
import { useShownComment } from './use-shown-comment.ts';
import './ticket-stream.css';

interface Props {
  row: TicketRow;
  details: TicketWithPermissions;
  mayModerate: boolean;
}

const filters: StreamFilter[] = ['all', 'comments', 'agents', 'history'];

/** Comments, changes and the work of agents in one stream, with the box for the next comment at the foot. */
export function TicketStream({ row, details, mayModerate }: Props) {
  const [filter, setFilter] = useState<StreamFilter>('all');
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [wantsAll, setWantsAll] = useState(false);
  const history = useInfiniteQuery(ticketQueries.history(row.id));
  const { data: tasks = [] } = useQuery(taskQueries.ofTicket(row.id));
  const { data: allComments } = useQuery({ ...ticketQueries.comments(row.id), enabled: wantsAll });
  const loaded = allComments ?? details.comments;
  const unsent = useUnsentComments(row.id);
  const me = useMe();
  const comments = useMemo(() => withUnsent(loaded, unsent, me), [loaded, unsent, me]);
  const entries = useMemo(() => {
    const items = history.data?.pages.flatMap(({ data }) => data) ?? [];
    return streamOf({ comments, history: items, tasks }, filter, unfolded);
  }, [comments, history.data, tasks, filter, unfolded]);
  const isCommentMissing = useShownComment({
    ids: new Set(comments.map(({ id }) => id)),
    isLoaded: history.isSuccess || history.isError,
    hasEarlier: details._count.comments > loaded.length && allComments === undefined,
    loadEarlier: () => setWantsAll(true),
    isHidden: filter !== 'all' && filter !== 'comments',
    showComments: () => setFilter('all'),
  });
  const text = m.ticket.stream;
  const isAsked = tasks.some(({ state }) => state === 'waiting_for_user');
  const hasEarlierComments = !wantsAll && details._count.comments > details.comments.length;

  return (
    <section className="ticket-stream" aria-label={m.ticket.comments.name}>
      <div className="ticket-stream-head">
        <h3>{text.name}</h3>
        <Segmented
          label={text.filter}
          value={filter}
          onChange={setFilter}
          options={filters.map((value) => ({ value, label: text[value] }))}
        />
      </div>
      <div className="ticket-stream-body">
        {isCommentMissing && (
          <Notice look="warning" alert>
            {m.ticket.comments.missing}
          </Notice>
        )}
        {history.error && <Failure small error={history.error} retry={() => void history.refetch()} />}
        {hasEarlierComments && filter !== 'agents' && filter !== 'history' && (
          <Button look="quiet" onClick={() => setWantsAll(true)}>
            {text.earlierComments}
          </Button>
        )}
        {history.hasNextPage && (filter === 'all' || filter === 'history') && (
          <Button look="quiet" busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {text.earlierHistory}
          </Button>
        )}
        {entries.length === 0 && history.isSuccess && (
          <p className="ticket-stream-empty">{text.empty[filter]}</p>
        )}
        <ol className="ticket-stream-list">
          {entries.map((entry) => (
            <li key={entry.key}>
              <Entry
                entry={entry}
                {...{ row, details, mayModerate }}
                onUnfold={(key) => setUnfolded(new Set([...unfolded, key]))}
              />
            </li>
          ))}
        </ol>
      </div>
      {details.may.comment && (
        <div className="ticket-stream-foot">
          <CommentBox key={row.id} details={details} isAnswer={isAsked} />
        </div>
      )}
    </section>
  );
}

function Entry({
  entry,
  row,
  details,
  mayModerate,
  onUnfold,
}: Props & { entry: StreamEntry; onUnfold: (key: string) => void }) {
  switch (entry.kind) {
    case 'comment':
      return <StreamThread {...entry} details={details} mayModerate={mayModerate} />;
    case 'task':
      return <TaskCard task={entry.task} mayNot={details.mayNot.comment} />;
    case 'change':
      return <StreamChange item={entry.item} change={entry.change} row={row} mayEdit={details.may.edit} />;
    case 'event':
      return <StreamChange item={entry.item} row={row} mayEdit={details.may.edit} />;
    case 'folded':
      return (
        <Button look="quiet" className="ticket-stream-folded" onClick={() => onUnfold(entry.key)}>
          {m.ticket.stream.more(entry.entries.length)}
        </Button>
      );
  }
}
