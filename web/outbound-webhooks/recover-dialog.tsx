import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { TextInput } from '../parts/controls/text-input.tsx';
import { addDays, today } from '../parts/dates/dates.ts';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { startOfDay } from './start-of-day.ts';
import { refreshWebhooks } from './webhook-queries.ts';

export function openRecoverDialog(webhookId: string): void {
  const { title, text } = m.webhooks.recover;
  openDialog({ title, text, size: 'small' }, <RecoverForm webhookId={webhookId} />);
}

function RecoverForm({ webhookId }: { webhookId: string }) {
  const texts = m.webhooks.recover;
  return (
    <Form
      onSubmit={async (values) => {
        const since = startOfDay(textOf(values, 'since'));
        const { data } = await api.recoverWebhook({ params: { id: webhookId }, body: { since } });
        await refreshWebhooks();
        showToast({ text: texts.done(data.recovered) });
      }}
      submit={texts.confirm}
    >
      <Field label={texts.since} name="since" required>
        <TextInput type="date" look="large" defaultValue={addDays(today(), -7)} />
      </Field>
    </Form>
  );
}
