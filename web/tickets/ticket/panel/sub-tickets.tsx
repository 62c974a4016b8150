import { useRef, useState } from 'react';
import { m } from '../../../messages/index.ts';
import { classes } from '../../../parts/classes.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { ProgressBar } from '../../../parts/display/progress-bar.tsx';
import { isClosed } from '../../../parts/ticket-words.ts';
import {
  createTicket,
  inOneStep,
  type TicketRow,
  type TicketWithDetails,
  useRow,
  useRows,
  useView,
} from '../../../replica/index.ts';
import { FieldButton, fieldLabel } from '../../fields/index.ts';
import { TicketLink } from '../ticket-link.tsx';
import { childFields, titlesIn } from './child-fields.ts';
import './sub-tickets.css';

interface Props {
  row: TicketRow;
  details: TicketWithDetails;
  mayNot: string | undefined;
}

/** The child tickets, how many are done, and a line to add the next one. */
export function SubTickets(props: Props) {
  const [isAdding, setAdding] = useState(false);
  // Most tickets have none: loading them would be most of the requests for opening a ticket.
  const [isAdded, setAdded] = useState(false);
  const add = (isWanted: boolean) => {
    setAdding(isWanted);
    if (isWanted) setAdded(true);
  };
  if (props.details.descendants.total > 0 || isAdded)
    return <SubTicketList {...props} isAdding={isAdding} setAdding={add} />;
  return props.mayNot === undefined && <AddFirst onClick={() => add(true)} />;
}

const AddFirst = ({ onClick }: { onClick: () => void }) => (
  <Button look="quiet" icon="plus" className="ticket-part-empty" onClick={onClick}>
    {m.ticket.subTickets.add}
  </Button>
);

interface ListProps extends Props {
  isAdding: boolean;
  setAdding: (isAdding: boolean) => void;
}

function SubTicketList({ row, details, mayNot, isAdding, setAdding }: ListProps) {
  const { ids } = useView({ parent: row.id, sort: 'rank', order: 'asc' });
  const rows = useRows(ids);
  if (ids.length === 0 && mayNot !== undefined) return null;
  if (ids.length === 0 && !isAdding) return <AddFirst onClick={() => setAdding(true)} />;
  const done = rows.filter(isClosed).length;
  const text = m.ticket.subTickets;
  const below = details.descendants;
  return (
    <section className="sub-tickets" aria-label={text.name}>
      <div className="ticket-part-head">
        <h3>{text.name}</h3>
        {ids.length > 0 && (
          <>
            <ProgressBar
              look="green"
              className="sub-tickets-bar"
              label={text.progress(done, ids.length)}
              value={done}
              max={ids.length}
            />
            <span className="sub-tickets-count figures">
              {done}/{ids.length}
              {below.estimate.total > 0 && ` · Σ ${below.estimate.done}/${below.estimate.total}`}
              {below.total > ids.length && ` · ${text.allLevels(below.total - below.open, below.total)}`}
            </span>
          </>
        )}
        {mayNot === undefined && (
          <IconButton
            icon="plus"
            label={text.add}
            className="ticket-part-add"
            onClick={() => setAdding(true)}
          />
        )}
      </div>
      {ids.length > 0 && (
        <table className="sub-tickets-list" aria-label={text.name}>
          <thead className="said">
            <tr>
              {(['status', 'priority'] as const).map((field) => (
                <th key={field}>{fieldLabel(field)}</th>
              ))}
              <th>{m.ticket.title}</th>
              {(['dueDate', 'assignee'] as const).map((field) => (
                <th key={field}>{fieldLabel(field)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ids.map((id) => (
              <SubTicket key={id} id={id} />
            ))}
          </tbody>
        </table>
      )}
      {isAdding && mayNot === undefined && <AddSubTicket row={row} onEnd={() => setAdding(false)} />}
    </section>
  );
}

function SubTicket({ id }: { id: string }) {
  const row = useRow(id);
  if (!row) return <tr className="sub-ticket" />;
  return (
    <tr className="sub-ticket" data-ticket={id}>
      <td>
        <FieldButton field="status" ids={[id]} look="icon" />
      </td>
      <td>
        <FieldButton field="priority" ids={[id]} look="icon" />
      </td>
      <td className="sub-ticket-main">
        <TicketLink ticket={row} className="sub-ticket-link clipped">
          {row.key && <span className="sub-ticket-key">{row.key}</span>}{' '}
          <span className="sub-ticket-title">{row.title}</span>
        </TicketLink>
      </td>
      <td className={classes('sub-ticket-due', row.dueDate === null && 'sub-ticket-undated')}>
        <FieldButton field="dueDate" ids={[id]} />
      </td>
      <td>
        <FieldButton field="assignee" ids={[id]} look="icon" />
      </td>
    </tr>
  );
}

/** Several pasted lines become one sub-ticket each. Enter adds the ticket and waits for the next one; Escape or an empty line closes the field. */
function AddSubTicket({ row, onEnd }: { row: TicketRow; onEnd: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const add = () => {
    const title = input.current?.value.trim() ?? '';
    if (title === '') return onEnd();
    createTicket({ ...childFields(row), title });
    if (input.current) input.current.value = '';
  };
  return (
    <form
      className="sub-tickets-add"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <input
        ref={input}
        className="input"
        aria-label={m.ticket.subTickets.placeholder}
        placeholder={m.ticket.subTickets.placeholder}
        maxLength={500}
        // biome-ignore lint/a11y/noAutofocus: the person just asked to add one
        autoFocus
        onPaste={(event) => {
          const titles = titlesIn(event.clipboardData.getData('text/plain'));
          if (titles.length < 2) return;
          event.preventDefault();
          inOneStep(m.ticket.subTickets.added(titles.length), () => {
            for (const title of titles) createTicket({ ...childFields(row), title });
          });
        }}
        onBlur={() => input.current?.value.trim() === '' && onEnd()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onEnd();
        }}
      />
    </form>
  );
}
