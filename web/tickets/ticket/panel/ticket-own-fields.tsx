import { useQuery } from '@tanstack/react-query';
import { m } from '../../../messages/index.ts';
import { OwnFieldInput, ownFieldsQuery } from '../../../projects/index.ts';
import type { TicketRow } from '../../../replica/index.ts';
import { changeField } from '../../fields/change-field.ts';

/** The custom fields of a ticket's project. */
export function TicketOwnFields({ row, isFixed }: { row: TicketRow; isFixed: boolean }) {
  const { data: fields = [] } = useQuery({
    ...ownFieldsQuery(row.projectId ?? ''),
    enabled: row.projectId !== null,
  });
  return fields.map((field) => (
    <div
      key={field.id}
      className="ticket-field ticket-field-named"
      data-field={`field:${field.id}`}
      title={field.description}
    >
      <span className="ticket-field-name" aria-hidden="true">
        {field.name}
      </span>
      <OwnFieldInput
        isLazy
        field={field}
        disabled={isFixed}
        value={row.fields?.[field.id]}
        onChange={(value) =>
          changeField([row], { fields: { [field.id]: value } }, () => m.ticket.ownSaved(field.name))
        }
      />
    </div>
  ));
}
