import { memo, type ReactNode, useRef, useSyncExternalStore } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { dayOf, formatDay, formatLongDate, today } from '../../parts/dates/dates.ts';
import { PersonAvatar } from '../../parts/display/avatar.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { PriorityIcon } from '../../parts/icons/priority-icon.tsx';
import { TypeIcon } from '../../parts/icons/type-icon.tsx';
import { tooltipAttributes } from '../../parts/popups/tooltip.ts';
import { isClosed } from '../../parts/ticket-words.ts';
import { type TicketRow, useLabel, usePerson, useRow } from '../../replica/index.ts';
import { useDraggableTicket } from '../drag/use-draggable-ticket.ts';
import { type CardPart, usualCardParts } from '../ticket-search.ts';
import { useActiveRowItem } from '../use-active-row.ts';
import type { BoardControl } from './board-control.ts';
import { lateParts } from './late-parts.ts';
import './board-card.css';

const labelsShown = 2;
const noCounts = { comments: 0, attachments: 0 };

interface BoardCardProps {
  id: string;
  control: BoardControl;
  canDrag: boolean;
  cards: readonly CardPart[];
}

/** The parts that a late module draws. */
const isExtra = (part: CardPart) => !(usualCardParts as readonly string[]).includes(part);

/** A ticket on the board: key and people, title, then labels, due date and counts if there are any. */
export const BoardCard = memo(function BoardCard({ id, control, canDrag, cards }: BoardCardProps) {
  const row = useRow(id);
  const person = usePerson(row?.assigneeId);
  const card = useRef<HTMLElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const { drag, active, selection, agentWork } = control;
  const { isActive, rowProps } = useActiveRowItem(active, id, link);
  const isMoved = useSyncExternalStore(drag.subscribe, () => drag.isMoved(id));
  const isSelected = useSyncExternalStore(selection.subscribe, () => selection.has(id));
  const step = useSyncExternalStore(agentWork.subscribe, () => agentWork.of(id));
  const hasExtras = cards.some(isExtra);
  const late = lateParts.use(hasExtras);
  useDraggableTicket(card, id, canDrag && row !== undefined, control);
  if (!row) return <div className="board-card board-card-empty" aria-hidden="true" />;
  const name = row.key ? `${row.key} ${row.title}` : row.title;
  return (
    <article
      ref={card}
      className={classes('board-card', (step || person?.isAgent) && 'board-card-agent')}
      data-card={id}
      data-active={isActive || undefined}
      data-moved={isMoved || undefined}
      data-selected={isSelected || undefined}
      draggable={canDrag || undefined}
    >
      <div className="board-card-head">
        {cards.includes('priority') && <PriorityIcon priority={row.priority} named />}
        {cards.includes('key') && <span className="board-card-key figures">{row.key ?? m.board.saving}</span>}
        {cards.includes('type') && row.type !== 'TASK' && <TypeIcon type={row.type} named />}
        {cards.includes('assignee') && (
          <span className="board-card-people">
            <PersonAvatar named person={person} />
          </span>
        )}
      </div>
      <a
        ref={link}
        {...rowProps}
        className="board-card-title"
        href={`/t/${row.key ?? row.id}`}
        aria-label={isSelected ? m.board.selectedCard(name) : name}
        draggable={false}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          control.actions.open(id);
        }}
      >
        {row.title}
      </a>
      <CardFoot row={row} cards={cards}>
        {hasExtras && late && <late.CardExtras row={row} cards={cards} />}
      </CardFoot>
      {step && (
        <p className={classes('board-card-step', step.isQuestion && 'board-card-question')}>
          <Icon name={step.isQuestion ? 'question' : 'robot'} size="small" />
          {step.text && (
            <span className="said">{step.isQuestion ? m.board.agentAsks : m.board.agentWorks}</span>
          )}
          <span className="clipped">{step.text ?? m.board.agentAtWork}</span>
        </p>
      )}
      <button
        type="button"
        className="board-card-menu"
        tabIndex={rowProps.tabIndex}
        aria-label={m.board.actionsFor(row.key ?? row.title)}
        aria-haspopup="menu"
        onClick={(event) => control.actions.openMenu(id, event.currentTarget)}
      >
        <Icon name="more" />
      </button>
    </article>
  );
});

interface CardFootProps {
  row: TicketRow;
  cards: readonly CardPart[];
  children: ReactNode;
}

function CardFoot({ row, cards, children }: CardFootProps) {
  const labelIds = cards.includes('labels') ? row.labelIds : [];
  const dueDate = cards.includes('due') ? row.dueDate : null;
  const counts = cards.includes('counts') ? row.counts : noCounts;
  const criteria = cards.includes('counts') ? row.criteriaProgress : null;
  const isOpen = !isClosed(row);
  const more = labelIds.length - labelsShown;
  if (!labelIds.length && !dueDate && !counts.comments && !counts.attachments && !criteria && !children)
    return null;
  return (
    <div className="board-card-foot">
      {labelIds.slice(0, labelsShown).map((labelId) => (
        <CardLabel key={labelId} id={labelId} />
      ))}
      {more > 0 && <span className="board-card-fact figures">{m.board.moreLabels(more)}</span>}
      {dueDate && <CardDue dueDate={dueDate} isOpen={isOpen} />}
      {criteria && <CardCount icon="shield" count={criteria} name={m.board.criteria(criteria)} />}
      {counts.comments > 0 && (
        <CardCount icon="comment" count={counts.comments} name={m.board.comments(counts.comments)} />
      )}
      {counts.attachments > 0 && (
        <CardCount icon="attach" count={counts.attachments} name={m.board.files(counts.attachments)} />
      )}
      {children}
    </div>
  );
}

function CardLabel({ id }: { id: string }) {
  const label = useLabel(id);
  if (!label) return null;
  return (
    <span className="board-card-label">
      <span className="board-card-dot" style={label.color ? { background: label.color } : undefined} />
      <span className="board-card-label-name clipped">{label.name}</span>
    </span>
  );
}

/** An overdue date also has a warning sign, so that colour is not the only sign. */
function CardDue({ dueDate, isOpen }: { dueDate: string; isOpen: boolean }) {
  const day = dayOf(dueDate);
  const isOverdue = isOpen && day < today();
  return (
    <span
      className={classes('board-card-fact', isOverdue && 'board-card-overdue')}
      {...tooltipAttributes((isOverdue ? m.board.overdueSince : m.board.dueOn)(formatLongDate(day)))}
    >
      <Icon name={isOverdue ? 'warning' : 'calendar'} size="small" />
      <span className="said">{isOverdue ? m.board.overdue : m.board.due}</span>
      {formatDay(day)}
    </span>
  );
}

interface CardCountProps {
  icon: 'comment' | 'attach' | 'shield';
  count: number | string;
  name: string;
}

function CardCount({ icon, count, name }: CardCountProps) {
  return (
    <span className="board-card-fact figures">
      <Icon name={icon} size="small" />
      <span aria-hidden="true">{count}</span>
      <span className="said">{name}</span>
    </span>
  );
}
