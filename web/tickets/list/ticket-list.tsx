import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import { useVirtualList } from '../../parts/virtual-list/use-virtual-list.ts';
import { holdStill } from '../../replica/index.ts';
import { columnsOf, type Grouping, type TicketSearch } from '../ticket-search.ts';
import { GroupHead } from './group-head.tsx';
import { ListFailure } from './list-failure.tsx';
import { ListItems } from './list-items.ts';
import { Selection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { TicketRow } from './ticket-row.tsx';
import { useCollapsed } from './use-collapsed.ts';
import { useKeyWidth } from './use-key-width.ts';
import { useListPresses } from './use-list-presses.ts';
import { useListRows } from './use-list-rows.ts';
import { useRowHeight } from './use-row-height.ts';
import type { TicketGroups } from './use-ticket-groups.ts';
import './ticket-list.css';

export interface TicketListProps {
  tickets: TicketGroups;
  groupBy: Grouping;
  search: TicketSearch;
  /** The project of new tickets in a group; undefined if the person may not create any. */
  projectId?: string | undefined;
  /** The key under which this browser stores settings of the list. */
  scope: string;
  empty: ReactNode;
  /** What stands after the title of a ticket; must be the same for the same ticket. */
  after?: (id: string) => ReactNode;
}

/** Tickets in rows and groups. Only the visible rows exist, so that 100,000 scroll like ten. */
export function TicketList({ tickets, groupBy, search, projectId, scope, empty, after }: TicketListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [selection] = useState(() => new Selection());
  const { isCollapsed, toggle } = useCollapsed(scope, groupBy);
  const rowHeight = useRowHeight();
  const columns = useMemo(() => columnsOf(search), [search]);
  const hasHeads = groupBy !== 'none';
  const groups = tickets.groups
    // The parts of a collapsed group are not shown.
    .filter(({ parent }) => parent === undefined || !isCollapsed(parent))
    .map((group) => ({
      ...group,
      key: group.value,
      isCollapsed: hasHeads && isCollapsed(group.value),
    }));
  const items = new ListItems(groups, hasHeads);
  const shown = groups.filter((group) => !group.isCollapsed).map(({ ids }) => ids);
  // The same contents keep their identity, so that comparisons of all ids run only after a change.
  const order = useStable(shown);

  const active = useListRows(order.columns, (index) => list.scrollTo(lineOfFlat(items, groups, index)));
  const headLine = useRef<number | undefined>(undefined);
  const list = useVirtualList({
    scroller,
    items: items.count,
    itemPx: rowHeight,
    overscan: 8,
    coveredPx: hasHeads ? rowHeight : 0,
    alsoDrawn: (first) => {
      headLine.current = items.headOver(first);
      const position = active.find(active.id);
      // The active row must keep the tab stop and the focus.
      return [headLine.current, position && lineOfFlat(items, groups, position.index)];
    },
  });
  useEffect(() => {
    selection.keepOnly(order.columns);
  }, [selection, order]);
  const presses = useListPresses({ active, selection, order: order.columns[0] ?? [], scroller });

  const lines = list.drawn;
  const keyWidth = useKeyWidth(
    lines.map(({ index }) => {
      const item = items.at(index);
      return item.kind === 'row' ? groups[item.group]?.ids[item.index] : undefined;
    }),
  );
  useEffect(() => {
    for (const { index } of lines) {
      const item = items.at(index);
      const group = groups[item.group];
      if (group && item.kind === 'row' && item.index >= group.ids.length) group.loadMore();
    }
  });

  if (tickets.state === 'failed') {
    return <ListFailure retry={tickets.retry} />;
  }
  if (tickets.total === 0) return tickets.state === 'loading' ? <Skeleton rows={12} /> : empty;
  return (
    <div className="ticket-list">
      {tickets.newer > 0 && (
        <Button className="ticket-list-newer" icon="arrow-up" onClick={tickets.showNewer}>
          {m.tickets.newer(tickets.newer)}
        </Button>
      )}
      <div
        ref={scroller}
        className="ticket-list-scroller"
        role="grid"
        aria-label={m.tickets.grid}
        aria-rowcount={tickets.total + (hasHeads ? groups.length : 0)}
        aria-multiselectable
        style={keyWidth}
        onPointerMove={holdStill}
        {...presses}
      >
        <div className="ticket-list-rows" role="rowgroup" style={{ height: list.totalPx }}>
          {lines.map(({ index, start }) => {
            const item = items.at(index);
            const group = groups[item.group];
            if (!group) return null;
            if (item.kind === 'head') {
              return (
                <GroupHead
                  key={`head:${group.key}`}
                  group={group}
                  groupBy={group.parent === undefined ? groupBy : (search.subGroupBy ?? 'none')}
                  projectId={projectId}
                  rowIndex={index + 1}
                  start={start}
                  isSticky={index === headLine.current}
                  isCollapsed={group.isCollapsed}
                  selection={selection}
                  onToggle={() => toggle(group.value)}
                />
              );
            }
            const id = group.ids[item.index];
            if (id === undefined) {
              return (
                <div
                  key={`grey:${index}`}
                  className="ticket-row ticket-row-grey"
                  aria-hidden="true"
                  style={{ transform: `translateY(${start}px)` }}
                />
              );
            }
            return (
              <TicketRow
                key={id}
                id={id}
                rowIndex={index + 1}
                start={start}
                active={active}
                selection={selection}
                columns={columns}
                after={after?.(id)}
                hasControls={list.isPainted}
              />
            );
          })}
        </div>
      </div>
      <SelectionBar selection={selection} />
    </div>
  );
}

/** The line of the row with this number, counted over the groups that are not collapsed. */
function lineOfFlat(
  items: ListItems,
  groups: readonly { ids: readonly string[]; isCollapsed: boolean }[],
  flat: number,
): number {
  let rest = flat;
  for (const [group, { ids, isCollapsed }] of groups.entries()) {
    if (isCollapsed) continue;
    if (rest < ids.length) return items.lineOf(group, rest);
    rest -= ids.length;
  }
  return 0;
}

function useStable(parts: readonly (readonly string[])[]) {
  const last = useRef<{ parts: readonly (readonly string[])[]; columns: readonly (readonly string[])[] }>(
    undefined,
  );
  const before = last.current;
  if (
    before &&
    before.parts.length === parts.length &&
    parts.every((part, at) => part === before.parts[at])
  ) {
    return before;
  }
  const [only] = parts;
  last.current = { parts, columns: [parts.length === 1 && only ? only : parts.flat()] };
  return last.current;
}
