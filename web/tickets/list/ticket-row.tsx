import { memo, type ReactNode, useRef } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import {
  dayOf,
  formatAgo,
  formatDateTime,
  formatDayWithin,
  formatLongDate,
  today,
} from '../../parts/dates/dates.ts';
import { hueOf, initialsOf } from '../../parts/display/initials.ts';
import { useFindStatus, useStatusLabel } from '../../parts/own-statuses.ts';
import { tooltipAttributes } from '../../parts/popups/tooltip.ts';
import { choiceLabel, isChoiceField, isClosed } from '../../parts/ticket-words.ts';
import { type TicketRow as Row, useGroup, useLabel, usePerson, useRow } from '../../replica/index.ts';
import type { ActiveRow } from '../active-row.ts';
import type { ListColumn } from '../ticket-search.ts';
import { useActiveRowItem } from '../use-active-row.ts';
import { lateList } from './late-list.ts';
import { type Selection, useIsSelected } from './selection.ts';
import '../../parts/icons/icon.css';
import '../../parts/icons/status-icon.css';
import '../../parts/icons/priority-icon.css';
import '../../parts/display/avatar.css';

interface TicketRowProps {
  id: string;
  /** Counted from 1 over the whole list. */
  rowIndex: number;
  /** The position in a virtual list; without it the rows follow each other. */
  start?: number;
  active: ActiveRow;
  selection: Selection;
  columns: readonly ListColumn[];
  /** Stands after the title: where a search matched. */
  after?: ReactNode;
  /** False until the first paint of the list: leaves out what is visible only below the pointer and on the active row. */
  hasControls?: boolean;
}

const labelsMax = 3;
const isBeforeTitle = (column: ListColumn) =>
  column === 'priority' || column === 'key' || column === 'status';

/**
 * One ticket of a list. It has few nodes, icons as masks and no handlers: the list handles presses for all rows, by the
 * attribute `data-cell` of the pressed element.
 */
export const TicketRow = memo(function TicketRow({
  id,
  rowIndex,
  start,
  active,
  selection,
  columns,
  after,
  hasControls = true,
}: TicketRowProps) {
  const row = useRow(id);
  const element = useRef<HTMLDivElement>(null);
  const isSelected = useIsSelected(selection, id);
  const { isActive, rowProps } = useActiveRowItem(active, id, element);
  const style = start === undefined ? undefined : { transform: `translateY(${start}px)` };
  if (!row) return <div className="ticket-row ticket-row-grey" style={style} />;
  return (
    <div
      ref={element}
      role="row"
      className={classes('ticket-row', isActive && 'ticket-row-active')}
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      data-id={id}
      style={style}
      {...rowProps}
    >
      <RowCells row={row} isSelected={isSelected} columns={columns} after={after} hasControls={hasControls} />
    </div>
  );
});

interface RowCellsProps extends Required<Pick<TicketRowProps, 'columns' | 'hasControls'>> {
  row: Row;
  isSelected: boolean;
  after: ReactNode;
}

/** Memoized: when rows above come or go, the row only moves. */
const RowCells = memo(function RowCells({ row, isSelected, columns, after, hasControls }: RowCellsProps) {
  const statusName = useStatusLabel();
  const findStatus = useFindStatus();
  const name = row.key ?? row.title;
  return (
    <>
      <span role="gridcell" className="ticket-row-check" data-cell="check">
        {hasControls && (
          <input
            type="checkbox"
            className="checkbox"
            tabIndex={-1}
            checked={isSelected}
            readOnly
            aria-label={m.tickets.select(name)}
          />
        )}
      </span>
      {columns.map((column) => isBeforeTitle(column) && cellOf(column, row, statusName, findStatus))}
      <span role="gridcell" className="ticket-row-main">
        <a
          className="ticket-row-title clipped"
          href={`/t/${row.key ?? row.id}`}
          tabIndex={-1}
          aria-label={row.key ? `${row.key} ${row.title}` : undefined}
        >
          {row.title}
        </a>
        <span className="ticket-row-below" aria-hidden="true">
          {row.key}
        </span>
        {after}
        {columns.includes('labels') && row.labelIds.length > 0 && <RowLabels ids={row.labelIds} />}
      </span>
      {columns.map((column) => !isBeforeTitle(column) && cellOf(column, row, statusName, findStatus))}
      <span role="gridcell" className="ticket-row-more" data-cell="more">
        {hasControls && (
          <button
            type="button"
            tabIndex={-1}
            className="ticket-row-more-button"
            aria-label={m.tickets.actionsOf(name)}
            aria-haspopup="menu"
          >
            <span className="icon icon-more" />
          </button>
        )}
      </span>
    </>
  );
});

/** A function and not a component, because each component of each row costs time while a list scrolls. */
function cellOf(
  column: ListColumn,
  row: Row,
  statusName: ReturnType<typeof useStatusLabel>,
  findStatus: ReturnType<typeof useFindStatus>,
): ReactNode {
  switch (column) {
    case 'priority':
      return (
        <span
          key={column}
          role="gridcell"
          className="ticket-row-icon"
          data-cell="priority"
          aria-label={choiceLabel('priority', row.priority)}
          {...tooltipAttributes(choiceLabel('priority', row.priority), 'p')}
        >
          <span className={`icon priority-icon priority-${row.priority}`} />
        </span>
      );
    case 'key':
      return (
        <span key={column} role="gridcell" className="ticket-row-key clipped figures">
          {row.key}
        </span>
      );
    case 'status':
      return (
        <span
          key={column}
          role="gridcell"
          className="ticket-row-icon"
          data-cell="status"
          aria-label={statusName(row.status, row.ownStatusId)}
          {...tooltipAttributes(statusName(row.status, row.ownStatusId), 's')}
        >
          <span
            className={`icon status-${row.status.replace('_', '-')}`}
            style={colorStyle(findStatus(row.status, row.ownStatusId)?.color)}
          />
        </span>
      );
    case 'labels':
      return null;
    case 'group':
      return <GroupCell key={column} id={row.groupId} />;
    case 'due':
      return <DueCell key={column} row={row} />;
    case 'assignee':
      return <AssigneeCell key={column} id={row.assigneeId} />;
    case 'updated':
      return (
        <span
          key={column}
          role="gridcell"
          className="ticket-row-updated clipped figures"
          data-label={m.tickets.columns.updated}
          {...tooltipAttributes(formatDateTime(row.updatedAt))}
        >
          {formatAgo(row.updatedAt)}
        </span>
      );
    default:
      return <LateCell key={column} column={column} row={row} />;
  }
}

const colorStyle = (color: string | null | undefined) => (color ? { color } : undefined);

/** Columns that are shown on request are not in the first load. */
function LateCell({ column, row }: { column: ListColumn; row: Row }) {
  const late = lateList.use(true);
  return (
    <span
      role="gridcell"
      className="ticket-row-group clipped"
      data-cell={isChoiceField(column) ? column : undefined}
    >
      {late && <late.ExtraCell column={column} row={row} />}
    </span>
  );
}

function RowLabels({ ids }: { ids: readonly string[] }) {
  return (
    <span className="ticket-row-labels" data-cell="labels">
      {ids.slice(0, labelsMax).map((id) => (
        <RowLabel key={id} id={id} />
      ))}
      {ids.length > labelsMax && (
        <span className="ticket-row-label ticket-row-more-labels clipped">+{ids.length - labelsMax}</span>
      )}
    </span>
  );
}

function RowLabel({ id }: { id: string }) {
  const label = useLabel(id);
  if (!label) return null;
  return (
    <span className="ticket-row-label clipped">
      <i style={{ background: label.color }} />
      {label.name}
    </span>
  );
}

function GroupCell({ id }: { id: string | null }) {
  const group = useGroup(id);
  return (
    <span role="gridcell" className="ticket-row-group clipped" data-cell="group">
      {group?.name}
    </span>
  );
}

function DueCell({ row }: { row: Row }) {
  const day = row.dueDate && dayOf(row.dueDate);
  const isOverdue = day && day < today() && !isClosed(row);
  return (
    <span
      role="gridcell"
      className={classes('ticket-row-due clipped figures', isOverdue && 'ticket-row-overdue')}
      data-cell="dueDate"
      data-label={day ? m.tickets.columns.due : undefined}
      {...(day &&
        tooltipAttributes(
          isOverdue ? `${m.tickets.overdue}: ${formatLongDate(day)}` : formatLongDate(day),
          'd',
        ))}
    >
      {day && formatDayWithin(day)}
    </span>
  );
}

function AssigneeCell({ id }: { id: string | null }) {
  const person = usePerson(id);
  const look = !person ? 'avatar-nobody' : person.isAgent ? 'avatar-agent' : `avatar-hue-${hueOf(person.id)}`;
  const name = person?.name ?? m.tickets.groups.noAssignee;
  return (
    <span role="gridcell" className="ticket-row-icon" data-cell="assignee" {...tooltipAttributes(name, 'a')}>
      <span className={`avatar avatar-small ${look}`} role="img" aria-label={name}>
        {person && !person.isAgent && initialsOf(person.name)}
      </span>
    </span>
  );
}
