import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Checkbox } from '../../parts/controls/checkbox.tsx';
import { TextArea } from '../../parts/controls/text-area.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { Dialog } from '../../parts/popups/dialog.tsx';
import type { TicketRow } from '../../replica/index.ts';
import { whatOf } from '../fields/change-field.ts';
import { ticketQueries } from '../ticket/ticket-queries.ts';
import { declineTicket } from './decide.ts';

/** Asks why a ticket is declined. Enter in the empty field declines it without a reason. */
export function DeclineDialog({ row, onClose }: { row: TicketRow; onClose(): void }) {
  const { data: sender } = useQuery({
    queryKey: [...ticketQueries.ofTicket(row.id), 'sender'],
    queryFn: async ({ signal }) => (await api.getTicketSender({ params: { id: row.id }, signal })).data,
  });

  async function decline(values: FormData) {
    await declineTicket(row, textOf(values, 'reason').trim(), values.has('tellSender'));
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.triage.decline}
      text={`${whatOf([row])} ${row.title}`}
      size="small"
    >
      <Form label={m.triage.decline} onSubmit={decline} submit={m.triage.decline} onCancel={onClose}>
        <Field label={m.triage.reason} name="reason" hint={m.triage.reasonHint}>
          <TextArea
            rows={3}
            data-autofocus
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.currentTarget.value !== '') return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        </Field>
        {sender?.canBeTold && sender.email && (
          <Checkbox name="tellSender" defaultChecked label={m.triage.tellSender(sender.email)} />
        )}
      </Form>
    </Dialog>
  );
}
