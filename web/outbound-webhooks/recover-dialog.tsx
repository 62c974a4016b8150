import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { addDays, today } from '../parts/dates/dates.ts';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Dialog } from '../parts/popups/dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { startOfDay } from './start-of-day.ts';
import { refreshWebhooks } from './webhook-queries.ts';

export interface RecoverDialogProps {
  open: boolean;
  webhookId: string;
  onClose: () => void;
}

export function RecoverDialog({ open, webhookId, onClose }: RecoverDialogProps) {
  const texts = m.webhooks.recover;
  return (
    <Dialog open={open} onClose={onClose} title={texts.title} text={texts.text} size="small">
      <Form
        label={texts.title}
        onSubmit={async (values) => {
          const since = startOfDay(textOf(values, 'since'));
          const { data } = await api.recoverWebhook({ params: { id: webhookId }, body: { since } });
          await refreshWebhooks();
          onClose();
          showToast({ text: texts.done(data.recovered) });
        }}
      >
        <Field label={texts.since} name="since" required>
          <TextInput type="date" look="large" defaultValue={addDays(today(), -7)} />
        </Field>
        <FormActions>
          <Button onClick={onClose}>{m.projects.form.cancel}</Button>
          <Button type="submit" look="primary">
            {texts.confirm}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
