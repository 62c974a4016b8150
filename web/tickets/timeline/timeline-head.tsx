import { type ReactNode, useRef, useSyncExternalStore } from 'react';
import type { Group } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { formatDateRange, formatDay } from '../../parts/dates/dates.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../../parts/popups/menu-separator.tsx';
import { useRow } from '../../replica/index.ts';
import type { ActiveRow } from '../active-row.ts';
import { ValueIcon } from '../filter/value-icon.tsx';
import { useActiveRowItem } from '../use-active-row.ts';
import { type Bar, barOfGroup, moveBar } from './bar.ts';
import { OffscreenButton } from './offscreen-button.tsx';
import { dayOfNumber } from './time-scale.ts';
import { TimelineBar } from './timeline-bar.tsx';
import type { TimelineControl } from './timeline-control.ts';
import { type RowScale, TicketDays } from './timeline-row.tsx';
import type { TimelineGroup, TimelineGrouping } from './use-timeline-groups.ts';

interface TimelineHeadProps {
  group: TimelineGroup;
  groupBy: TimelineGrouping;
  /** The address of the list of the group's tickets. */
  listHref: string | undefined;
  /** The number of its tickets and of the closed ones; undefined while they are counted. */
  counts: { all: number; closed: number } | undefined;
  rowId: string;
  rowIndex: number;
  start: number;
  isCollapsed: boolean;
  active: ActiveRow;
  control: TimelineControl;
  scale: RowScale;
  canChangeTickets: boolean;
  canChangeGroups: boolean;
  onToggle: () => void;
  onEdit: (group: Group) => void;
}

/** The head of a group: its name, and its own dates if it has any. */
export function TimelineHead(props: TimelineHeadProps) {
  const { group, groupBy, rowId, rowIndex, start, isCollapsed, active, control, scale } = props;
  const element = useRef<HTMLDivElement>(null);
  const { isActive, rowProps } = useActiveRowItem(active, rowId, element);
  const parent = useRow(groupBy === 'parent' && group.value !== 'none' ? group.value : undefined);
  return (
    <div
      ref={element}
      role="row"
      className={classes('timeline-row timeline-head', isActive && 'timeline-row-active')}
      aria-rowindex={rowIndex}
      data-head={group.value}
      style={{ transform: `translateY(${start}px)` }}
      {...rowProps}
    >
      <div role="gridcell" className="timeline-name">
        <button
          type="button"
          className="timeline-head-toggle"
          tabIndex={-1}
          aria-expanded={!isCollapsed}
          disabled={group.total === 0}
          onClick={props.onToggle}
        >
          <Icon name={isCollapsed || group.total === 0 ? 'chevron-right' : 'chevron-down'} size="small" />
          <HeadIcon groupBy={groupBy} value={group.value} />
          <span className="clipped">{group.name}</span>
          <span className="timeline-head-count figures">{group.total}</span>
        </button>
        {group.group && <GroupMenu {...props} own={group.group} />}
      </div>
      {parent ? (
        <TicketDays row={parent} control={control} scale={scale} canChange={props.canChangeTickets} />
      ) : group.group ? (
        <GroupDays {...props} own={group.group} />
      ) : (
        <div role="gridcell" className="timeline-days" />
      )}
    </div>
  );
}

function HeadIcon({ groupBy, value }: { groupBy: TimelineGrouping; value: string }): ReactNode {
  if (groupBy === 'group') return <Icon name="group" />;
  if (groupBy === 'parent') return <Icon name={value === 'none' ? 'subticket' : 'epic'} />;
  return groupBy === 'none' ? null : <ValueIcon filter={groupBy} value={value} />;
}

function GroupDays(props: TimelineHeadProps & { own: Group }) {
  const { own, counts, control, canChangeGroups } = props;
  const { from, px, today, first, last } = props.scale;
  const drag = useSyncExternalStore(control.subscribe, () => control.dragOf(own.id));
  const fixed = barOfGroup(own);
  if (!fixed) return <div role="gridcell" className="timeline-days" />;
  const bar = drag ? moveBar(fixed, drag.edge, drag.days) : fixed;
  const dates = datesOf(bar);
  const progress = counts && counts.all > 0 ? m.timeline.progress(counts.closed, counts.all) : undefined;
  return (
    <div role="gridcell" className="timeline-days">
      <span className="said">{[dates, progress].filter(Boolean).join(', ')}</span>
      <TimelineBar
        item={{ kind: 'group', id: own.id }}
        bar={bar}
        left={(day) => (day - from) * px}
        px={px}
        today={today}
        edges={canChangeGroups ? ['start', 'end'] : []}
        isDragged={drag !== undefined}
        look={bar.end < today ? 'group-over' : 'group'}
        progress={counts && counts.all > 0 ? counts.closed / counts.all : undefined}
        label={<span aria-hidden="true">{drag || !progress ? dates : progress}</span>}
      />
      <OffscreenButton bar={bar} first={first} last={last} control={control} name={own.name} />
    </div>
  );
}

const datesOf = ({ start, end, isStartOpen, isEndOpen }: Bar) =>
  isStartOpen || isEndOpen
    ? formatDay(dayOfNumber(isStartOpen ? end : start))
    : formatDateRange(dayOfNumber(start), dayOfNumber(end));

function GroupMenu({ own, listHref, canChangeGroups, control, onEdit }: TimelineHeadProps & { own: Group }) {
  const hasDates = barOfGroup(own) !== undefined;
  const move = (days: number) => control.actions.move({ kind: 'group', id: own.id }, 'both', days);
  const label = m.board.actionsFor(own.name);
  return (
    <span className="timeline-head-menu">
      <Menu label={label} align="end" trigger={<IconButton icon="more" label={label} tabIndex={-1} />}>
        {listHref !== undefined && (
          <MenuItem icon="list" href={listHref}>
            {m.timeline.openGroup}
          </MenuItem>
        )}
        {canChangeGroups && (
          <>
            <MenuSeparator />
            <MenuItem icon="calendar" onSelect={() => onEdit(own)}>
              {m.timeline.editDates}
            </MenuItem>
            {hasDates && (
              <>
                <MenuItem icon="arrow-left" onSelect={() => move(-7)}>
                  {m.timeline.weekEarlier}
                </MenuItem>
                <MenuItem icon="arrow-right" onSelect={() => move(7)}>
                  {m.timeline.weekLater}
                </MenuItem>
              </>
            )}
          </>
        )}
      </Menu>
    </span>
  );
}
