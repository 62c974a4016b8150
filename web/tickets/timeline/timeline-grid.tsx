import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { today as todayNow } from '../../parts/dates/dates.ts';
import { useVirtualList } from '../../parts/virtual-list/use-virtual-list.ts';
import { groupCountsQuery, openGroupDialog } from '../../projects/index.ts';
import { holdStill, readRow } from '../../replica/index.ts';
import { useCollapsed } from '../list/use-collapsed.ts';
import { useListRows } from '../list/use-list-rows.ts';
import { useRowHeight } from '../list/use-row-height.ts';
import type { TicketSearch } from '../ticket-search.ts';
import { useMedia } from '../use-media.ts';
import { dayOfNumber, numberOfDay, panDays, type Zoom } from './time-scale.ts';
import { TimelineAxis, TimelineLines } from './timeline-axis.tsx';
import type { TimelineItem } from './timeline-control.ts';
import { TimelineHead } from './timeline-head.tsx';
import { groupOfHead, idOfHead, TimelineOrder } from './timeline-order.ts';
import { type RowScale, TimelineRow } from './timeline-row.tsx';
import { TimelineToolbar } from './timeline-toolbar.tsx';
import { useBarDrag } from './use-bar-drag.ts';
import { useTimeRange } from './use-time-range.ts';
import { useTimeline } from './use-timeline.ts';
import type { TimelineGroup, TimelineGrouping } from './use-timeline-groups.ts';
import { useTimelineKeys } from './use-timeline-keys.ts';
import './timeline-grid.css';

const namesWidth = { phone: 136, wide: 320 };

interface TimelineGridProps {
  project: BootProject;
  groups: readonly TimelineGroup[];
  total: number;
  groupBy: TimelineGrouping;
  zoom: Zoom;
  /** The day in the address, otherwise today. */
  at: string;
  onChange: (change: Pick<TicketSearch, 'zoom' | 'at'>, options?: { replace?: boolean }) => void;
}

/** Names at the side, days along the top, a bar for each ticket. Only visible rows and days exist. */
export function TimelineGrid({ project, groups, total, groupBy, zoom, at, onChange }: TimelineGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const isPhone = useMedia('(max-width: 640px)');
  const namesPx = isPhone ? namesWidth.phone : namesWidth.wide;
  const today = numberOfDay(todayNow());
  const { isCollapsed, toggle } = useCollapsed(`timeline.${project.id}`, groupBy);
  const { data: counts } = useQuery({ ...groupCountsQuery(project.id), enabled: groupBy === 'group' });
  const canChangeTickets = project.may.createTicket;
  const canChangeGroups = project.may.manageGroups;

  const { range, sight, px, goTo, dayAt, anchorDay } = useTimeRange({
    scroller,
    zoom,
    at: numberOfDay(at),
    namesPx,
    onRest: (day) => onChange({ zoom, at: dayOfNumber(day) }, { replace: true }),
  });
  const { control, moved, announcement } = useTimeline(goTo);
  useBarDrag(scroller, control, dayAt);

  const hasHeads = groupBy !== 'none';
  const collapsed = groups.map(({ value }) => (hasHeads && isCollapsed(value) ? 1 : 0)).join('');
  const order = useMemo(
    () =>
      new TimelineOrder(
        groups.map((group, index) => ({ ...group, isCollapsed: collapsed[index] === '1' })),
        hasHeads,
      ),
    [groups, collapsed, hasHeads],
  );
  const columns = useMemo(() => [order.ids], [order]);
  const active = useListRows(columns, (index) => list.scrollTo(order.lineOf(index)));
  const list = useVirtualList({
    scroller,
    items: order.items.count,
    itemPx: rowHeight,
    overscan: 8,
    alsoDrawn: () => {
      const position = active.find(active.id);
      return [position && order.lineOf(position.index)];
    },
  });

  const press = (id: string) => {
    const value = groupOfHead(id);
    if (value !== undefined) toggle(value);
    else control.actions.open(id);
  };
  const itemOf = (id: string): TimelineItem | undefined => {
    const value = groupOfHead(id) ?? id;
    if (groupBy === 'group' && value !== id)
      return canChangeGroups ? { kind: 'group', id: value } : undefined;
    return canChangeTickets && readRow(value) ? { kind: 'ticket', id: value } : undefined;
  };
  const onZoom = (next: Zoom) => onChange({ zoom: next, at: dayOfNumber(anchorDay()) });
  const onKeyDown = useTimelineKeys({
    ...{ active, control, zoom, onZoom, today, anchorDay, itemOf, press },
    elementOf: (id) => scroller.current?.querySelector(`[data-id="${CSS.escape(id)}"] a`) ?? undefined,
  });

  const lines = list.drawn;
  useEffect(() => {
    for (const { index } of lines) {
      const item = order.items.at(index);
      const group = groups[item.group];
      if (group && item.kind === 'row' && item.index >= group.ids.length) group.loadMore();
    }
  });

  // The same object for all rows, so that a row is drawn again only if its days or the visible days have changed.
  const scale = useMemo(
    (): RowScale => ({ from: range.from, px, today, ...sight }),
    [range.from, px, today, sight],
  );
  const width = (range.to - range.from) * px;
  useLayoutEffect(() => {
    scroller.current?.style.setProperty('--names-width', `${namesPx}px`);
  }, [namesPx]);
  const axis = { range, sight, zoom, px, today };
  return (
    <section className="timeline" aria-label={m.shell.timeline}>
      <TimelineToolbar
        sight={sight}
        zoom={zoom}
        onZoom={onZoom}
        onStep={(direction) => goTo(anchorDay() + direction * panDays[zoom])}
        onToday={() => goTo(today)}
      />
      <div
        ref={scroller}
        className="timeline-scroller"
        data-scrolls="down"
        role="grid"
        aria-label={m.shell.timeline}
        aria-rowcount={total + (hasHeads ? groups.length : 0)}
        onPointerMove={holdStill}
        onKeyDown={onKeyDown}
        onClick={(event) => onClick(event, control.actions)}
      >
        <div className="timeline-canvas" style={{ width: width + namesPx }} role="presentation">
          <div className="timeline-top" role="presentation">
            <div className="timeline-corner" aria-hidden="true" />
            <TimelineAxis {...axis} />
          </div>
          <TimelineLines {...axis} />
          <div className="timeline-backdrop" aria-hidden="true">
            <div className="timeline-backdrop-names" />
          </div>
          <div className="timeline-rows" role="rowgroup" style={{ height: list.totalPx }}>
            {lines.map(({ index, start }) => {
              const item = order.items.at(index);
              const group = groups[item.group];
              if (!group) return null;
              if (item.kind === 'head') {
                const own = group.group && { ...group.group, ...moved.get(group.value) };
                return (
                  <TimelineHead
                    key={`head:${group.value}`}
                    group={own ? { ...group, group: own } : group}
                    groupBy={groupBy}
                    listHref={groupBy === 'group' ? `/p/${project.key}/list?group=${group.value}` : undefined}
                    counts={
                      counts && { all: counts.all[group.value] ?? 0, closed: counts.closed[group.value] ?? 0 }
                    }
                    rowId={idOfHead(group.value)}
                    rowIndex={index + 1}
                    start={start}
                    isCollapsed={collapsed[item.group] === '1'}
                    onToggle={() => toggle(group.value)}
                    onEdit={(edited) => void openGroupDialog(project.id, edited)}
                    {...{ active, control, scale, canChangeTickets, canChangeGroups }}
                  />
                );
              }
              const id = group.ids[item.index];
              if (id === undefined) {
                return (
                  <div
                    key={`grey:${index}`}
                    className="timeline-row timeline-row-grey"
                    aria-hidden="true"
                    style={{ transform: `translateY(${start}px)` }}
                  />
                );
              }
              return (
                <TimelineRow
                  key={id}
                  id={id}
                  rowIndex={index + 1}
                  start={start}
                  canChange={canChangeTickets}
                  {...{ active, control, scale }}
                />
              );
            })}
          </div>
        </div>
      </div>
      <div role="status" className="said">
        {announcement}
      </div>
    </section>
  );
}

/** A press on a row or a bar opens the ticket. With a modifier key, a link behaves as a link. */
function onClick(
  event: MouseEvent<HTMLElement>,
  actions: { open(id: string): void; openMenu(id: string, at: Element): void },
): void {
  if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const id = event.target.closest('[data-id]')?.getAttribute('data-id');
  const more = event.target.closest('[data-cell="more"]');
  const isBar = event.target.closest('.timeline-bar');
  const isName = event.target.closest('a');
  if (!id || !(more || isBar || isName)) return;
  event.preventDefault();
  if (more) actions.openMenu(id, more);
  else actions.open(id);
}
