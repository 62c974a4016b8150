import { useState } from 'react';
import type { TicketWithPermissions } from '../../../../sdk/index.ts';
import { m } from '../../../messages/index.ts';
import { classes } from '../../../parts/classes.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Avatar } from '../../../parts/display/avatar.tsx';
import { RelativeTime } from '../../../parts/display/relative-time.tsx';
import { type TicketRow, usePerson } from '../../../replica/index.ts';
import { FieldButton, type FieldName, fieldLabel, panelFields, rowFieldOf } from '../../fields/index.ts';
import { EstimateField } from './estimate-field.tsx';
import { TicketOwnFields } from './ticket-own-fields.tsx';
import './ticket-fields.css';

/** The fields of a ticket, each with its control: a column at the right or, if that is narrow, chips above the text. */
export function TicketFields({
  row,
  details,
}: {
  row: TicketRow;
  details: TicketWithPermissions | undefined;
}) {
  const reporter = usePerson(row.reporterId);
  const importer = usePerson(details?.importedBy ?? null);
  const name = reporter?.name ?? details?.reporter?.name ?? m.fields.unknownPerson;
  const mayNot: Partial<Record<FieldName, string | undefined>> = {
    status: details?.mayNot.changeStatus,
    assignee: details?.mayNot.assign,
  };
  const [isWhole, setWhole] = useState(false);
  return (
    <section
      className={classes('ticket-fields', isWhole && 'ticket-fields-whole')}
      aria-label={m.ticket.details}
    >
      {panelFields.map((field) => (
        <div
          key={field}
          className={classes('ticket-field', isRare(row, field) && 'ticket-field-rare')}
          data-field={field}
        >
          <span className="ticket-field-name" aria-hidden="true">
            {fieldLabel(field)}
          </span>
          <FieldButton
            field={field}
            ids={[row.id]}
            gone={row}
            mayNot={mayNot[field] ?? details?.mayNot.edit}
          />
        </div>
      ))}
      <EstimateField row={row} mayNot={details?.mayNot.edit} />
      <TicketOwnFields row={row} isFixed={details?.may.edit !== true} />
      {!isWhole && (
        <Button look="quiet" icon="more" className="ticket-fields-more" onClick={() => setWhole(true)}>
          {m.ticket.moreFields}
        </Button>
      )}
      <div className="ticket-field ticket-field-fixed">
        <span className="ticket-field-name">{m.ticket.reporter}</span>
        <span className="ticket-field-value">
          <Avatar
            size="small"
            name={name}
            id={row.reporterId}
            image={reporter?.image}
            agent={reporter?.isAgent}
          />
          {name}
        </span>
      </div>
      {details?.importedBy !== undefined && (
        <div className="ticket-field ticket-field-fixed">
          <span className="ticket-field-name">{m.ticket.importedBy}</span>
          <span className="ticket-field-value">{importer?.name ?? m.fields.unknownPerson}</span>
        </div>
      )}
      <div className="ticket-field ticket-field-fixed">
        <span className="ticket-field-name">{m.ticket.created}</span>
        <RelativeTime at={row.createdAt} className="ticket-field-value" />
      </div>
      <div className="ticket-field ticket-field-fixed">
        <span className="ticket-field-name">{m.ticket.updated}</span>
        <RelativeTime at={row.updatedAt} className="ticket-field-value" />
      </div>
    </section>
  );
}

/** If there is little room, fields that are rarely read or have no value are shown on request. */
function isRare(row: TicketRow, field: FieldName): boolean {
  if (field === 'stage' || field === 'project') return true;
  const value = row[rowFieldOf(field)];
  return field !== 'assignee' && (value === null || value.length === 0);
}
