import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { agentTaskQueries } from '../../agent-tasks/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Failure } from '../../parts/display/failure.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import type { IconName } from '../../parts/icons/icon-shapes.ts';
import { holdStill, useRowsVersion, useView, type ViewState } from '../../replica/index.ts';
import { Link } from '../../router/index.ts';
import type { ActiveRow } from '../active-row.ts';
import { ListFailure } from '../list/list-failure.tsx';
import { Selection } from '../list/selection.ts';
import { SelectionBar } from '../list/selection-bar.tsx';
import { TicketRow } from '../list/ticket-row.tsx';
import { useKeyWidth } from '../list/use-key-width.ts';
import { useListPresses } from '../list/use-list-presses.ts';
import { useListRows } from '../list/use-list-rows.ts';
import { openNewTicket } from '../new-ticket/new-ticket-state.ts';
import { useSeenTickets } from '../seen-tickets.ts';
import { useLateTicket } from '../ticket/late-ticket.ts';
import { listColumns, type TicketSearch } from '../ticket-search.ts';
import { mentionsQuery } from './my-work-queries.ts';
import { byUrgency } from './urgency.ts';
import '../list/ticket-list.css';
import './my-work.css';

const shownMax = 25;
const seenMax = 8;
const none: readonly string[] = [];
/** The same in all sections, so that they line up. */
const columns = listColumns;
const searches = {
  now: { assignee: 'me', status: 'in_progress', sort: 'priority', order: 'desc' },
  next: { assignee: 'me', status: 'todo,backlog', triage: 'none', sort: 'priority', order: 'desc' },
  review: { assignee: 'me', status: 'in_review', sort: 'updatedAt', order: 'desc' },
} as const satisfies Record<string, TicketSearch>;

/** `/`: what the person works on, what comes next, what waits, and what they viewed recently. */
export function MyWork() {
  const page = useRef<HTMLDivElement>(null);
  const [selection] = useState(() => new Selection());
  const now = useView(searches.now);
  const next = useView(searches.next);
  const review = useView(searches.review);
  const needs = useQuery(agentTaskQueries.needs());
  const needed = needs.data ?? [];
  const late = useLateTicket(needed.length > 0);
  const { data: mentions = none } = useQuery(mentionsQuery);
  const seen = useSeenTickets();
  // Due dates and priorities change without moving a row in its view.
  const version = useRowsVersion();
  const nextIds = useMemo(() => byUrgency(next.ids, version), [next.ids, version]);
  const waitingIds = useMemo(
    () => [
      ...mentions.filter((id) => ![now, next, review].some(({ ids }) => ids.includes(id))),
      ...review.ids,
    ],
    [mentions, now, next, review],
  );
  const seenIds = useMemo(() => {
    const shown = new Set([...now.ids, ...next.ids, ...waitingIds]);
    return seen.filter((id) => !shown.has(id)).slice(0, seenMax);
  }, [seen, now.ids, next.ids, waitingIds]);
  const order = useMemo(
    () => [[now.ids, nextIds, waitingIds].flatMap((ids) => ids.slice(0, shownMax)).concat(seenIds)],
    [now.ids, nextIds, waitingIds, seenIds],
  );
  const active = useListRows(order, () => {});
  const presses = useListPresses({ active, selection, order: order[0] ?? [], scroller: page });
  const keyWidth = useKeyWidth(order[0] ?? []);
  const rows = { active, selection };
  const isIdle = nextIds.length + waitingIds.length === 0;
  return (
    <Screen title={m.work.title}>
      <div className="my-work" ref={page} style={keyWidth} onPointerMove={holdStill} {...presses}>
        {needs.error && <Failure small error={needs.error} retry={() => needs.refetch()} />}
        {needed.length > 0 && (
          <WorkSection icon="flag" title={m.work.needs} extra={needed.length} empty="">
            {late && <late.NeedsYou needs={needed} />}
          </WorkSection>
        )}
        <WorkSection
          icon="play"
          title={m.work.now}
          view={now}
          empty={
            <>
              {m.work.nowEmpty}
              {isIdle && (
                <Button icon="plus" onClick={() => openNewTicket()}>
                  {m.shell.newTicket}
                </Button>
              )}
            </>
          }
          search={searches.now}
        >
          <WorkRows name={m.work.now} ids={now.ids} {...rows} />
        </WorkSection>
        <WorkSection
          icon="tasks"
          title={m.work.next}
          view={next}
          empty={m.work.nextEmpty}
          search={searches.next}
        >
          <WorkRows name={m.work.next} ids={nextIds} {...rows} />
        </WorkSection>
        <WorkSection
          icon="clock"
          title={m.work.waiting}
          view={review}
          extra={waitingIds.length - review.ids.length}
          empty={m.work.waitingEmpty}
          search={searches.review}
        >
          <WorkRows name={m.work.waiting} ids={waitingIds} {...rows} />
        </WorkSection>
        <WorkSection icon="history" title={m.work.seen} extra={seenIds.length} empty={m.work.seenEmpty}>
          <WorkRows name={m.work.seen} ids={seenIds} {...rows} />
        </WorkSection>
      </div>
      <SelectionBar selection={selection} />
    </Screen>
  );
}

interface WorkSectionProps {
  icon: IconName;
  title: string;
  view?: ViewState;
  /** The number of items it shows besides the view. */
  extra?: number;
  empty: ReactNode;
  /** Where the rest is shown. */
  search?: TicketSearch;
  children: ReactNode;
}

function WorkSection({ icon, title, view, extra = 0, empty, search, children }: WorkSectionProps) {
  const total = (view?.total ?? 0) + extra;
  return (
    <section className="work-section" aria-label={title}>
      <h2 className="work-section-head">
        <Icon name={icon} />
        {title}
        {total > 0 && <span className="work-section-count figures">{total}</span>}
      </h2>
      {view?.state === 'failed' && total === 0 ? (
        <ListFailure small retry={view.loadMore} />
      ) : view?.state === 'loading' && total === 0 ? (
        <Skeleton rows={3} />
      ) : total === 0 ? (
        <p className="work-section-empty">{empty}</p>
      ) : (
        children
      )}
      {view && search && view.total > shownMax && (
        <Link className="work-section-more" to="/search" search={search}>
          {m.work.showAll(view.total)}
        </Link>
      )}
    </section>
  );
}

interface WorkRowsProps {
  name: string;
  ids: readonly string[];
  active: ActiveRow;
  selection: Selection;
}

function WorkRows({ name, ids, active, selection }: WorkRowsProps) {
  const shown = ids.slice(0, shownMax);
  if (shown.length === 0) return null;
  return (
    <div
      className="work-rows"
      role="grid"
      aria-label={name}
      aria-rowcount={shown.length}
      aria-multiselectable
    >
      {shown.map((id, index) => (
        <TicketRow
          key={id}
          id={id}
          rowIndex={index + 1}
          active={active}
          selection={selection}
          columns={columns}
        />
      ))}
    </div>
  );
}
