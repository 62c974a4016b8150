import { useQuery } from '@tanstack/react-query';
import type { OwnField } from '../../../../sdk/index.ts';
import { api } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { attempt } from '../../../parts/forms/attempt.ts';
import { showToast } from '../../../parts/popups/toasts.ts';
import { OwnFieldInput, type OwnFieldValue, ownFieldsQuery } from '../../../projects/index.ts';
import type { TicketRow } from '../../../replica/index.ts';

/** The custom fields of a ticket's project. */
export function TicketOwnFields({ row, isFixed }: { row: TicketRow; isFixed: boolean }) {
  const { data: fields = [] } = useQuery({
    ...ownFieldsQuery(row.projectId ?? ''),
    enabled: row.projectId !== null,
  });
  return fields.map((field) => (
    <div key={field.id} className="ticket-field ticket-field-named" title={field.description}>
      <span className="ticket-field-name" aria-hidden="true">
        {field.name}
      </span>
      <OwnFieldInput
        isLazy
        field={field}
        disabled={isFixed}
        value={row.fields?.[field.id]}
        onChange={(value) => void save(row.id, field, value, row.fields?.[field.id] ?? null)}
      />
    </div>
  ));
}

/** The event of the change brings the new row. */
async function save(
  id: string,
  field: OwnField,
  value: OwnFieldValue | null,
  before: OwnFieldValue | null,
): Promise<void> {
  const isSaved = await attempt(() =>
    api.updateTicket({ params: { id }, body: { fields: { [field.id]: value } } }),
  );
  if (!isSaved) return;
  const undo = { name: m.shell.undo, run: () => void save(id, field, before, value) };
  showToast({ text: m.ticket.ownSaved(field.name), actions: [undo] });
}
