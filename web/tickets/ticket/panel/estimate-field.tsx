import { useId } from 'react';
import { m } from '../../../messages/index.ts';
import { changeTickets, type TicketRow, useProject } from '../../../replica/index.ts';

interface Props {
  row: TicketRow;
  /** Why it cannot be changed. */
  mayNot: string | undefined;
}

/** The estimate in the unit of the project; empty in projects that do not estimate. */
export function EstimateField({ row, mayNot }: Props) {
  const id = useId();
  const unit = useProject(row.projectId)?.estimateUnit ?? 'none';
  if (unit === 'none') return null;
  const save = ({ value, validity }: HTMLInputElement) => {
    const estimate = value === '' ? null : Number(value);
    if (!validity.valid || estimate === row.estimate) return;
    changeTickets(
      [row.id],
      { estimate },
      m.ticket.estimated(row.key ?? row.title, value || m.ticket.noEstimate),
    );
  };
  return (
    <div className="ticket-field ticket-field-named">
      <label className="ticket-field-name" htmlFor={id}>
        {m.ticket.estimateIn[unit]}
      </label>
      <input
        key={row.estimate}
        id={id}
        className="input input-bare"
        type="number"
        min={0}
        max={100_000}
        step={0.01}
        placeholder={m.ticket.noEstimate}
        defaultValue={row.estimate ?? ''}
        readOnly={mayNot !== undefined}
        title={mayNot}
        onBlur={(event) => save(event.currentTarget)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </div>
  );
}
