import type { Review } from '../../../../sdk/index.ts';
import { agentTaskQueries } from '../../../agent-tasks/index.ts';
import { api, queryClient } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { TextArea } from '../../../parts/controls/text-area.tsx';
import { Field } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { textOf } from '../../../parts/forms/form-values.ts';
import { openDialog } from '../../../parts/popups/open-dialog.tsx';
import { ticketQueries } from '../ticket-queries.ts';

/** What a person does with a verdict. */
export const reviewVerdict = (verdict: Review['verdict']) =>
  verdict === 'approve' ? m.ticket.reviews.approve : m.ticket.reviews.askForChanges;

/** Asks for the comment of a review, then adds it. */
export function openReview(ticketId: string, verdict: Review['verdict'], name: string): void {
  const text = m.ticket.reviews;
  const verb = reviewVerdict(verdict);
  openDialog(
    { title: `${verb}: ${name}`, size: 'small' },
    <Form
      submit={verb}
      onSubmit={async (values) => {
        const comment = textOf(values, 'comment');
        await api.addReview({ params: { id: ticketId }, body: { verdict, comment: comment || null } });
        await queryClient.invalidateQueries({ queryKey: ticketQueries.reviews(ticketId).queryKey });
        await queryClient.invalidateQueries({ queryKey: agentTaskQueries.needs().queryKey });
      }}
    >
      <Field label={text.comment} name="comment" hint={text.commentHint}>
        <TextArea rows={3} maxLength={10_000} required={verdict === 'changes'} data-autofocus />
      </Field>
    </Form>,
  );
}
