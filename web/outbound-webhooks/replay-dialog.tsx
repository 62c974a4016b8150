import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { addDays, today } from '../parts/dates/dates.ts';
import { Notice } from '../parts/display/notice.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { Dialog } from '../parts/popups/dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { startOfDay } from './start-of-day.ts';
import { refreshWebhooks } from './webhook-queries.ts';

export interface ReplayDialogProps {
  open: boolean;
  webhookId: string;
  onClose: () => void;
}

/** Sends past events, after counting them. */
export function ReplayDialog({ open, onClose, webhookId }: ReplayDialogProps) {
  const texts = m.webhooks.replay;
  return (
    <Dialog open={open} onClose={onClose} title={texts.title} text={texts.text} size="small">
      <ReplayForm webhookId={webhookId} onClose={onClose} />
    </Dialog>
  );
}

function ReplayForm({ webhookId, onClose }: Omit<ReplayDialogProps, 'open'>) {
  const [since, setSince] = useState(addDays(today(), -1));
  const [until, setUntil] = useState('');
  const [matched, setMatched] = useState<number>();
  const texts = m.webhooks.replay;

  async function send() {
    const isCounting = matched === undefined;
    const { data } = await api.replayWebhook({
      params: { id: webhookId },
      body: { since: startOfDay(since), ...(until && { until }), dryRun: isCounting },
    });
    if (isCounting) return setMatched(data.matched);
    await refreshWebhooks();
    onClose();
    showToast({ text: texts.done(data.matched) });
  }

  return (
    <Form label={texts.title} onSubmit={send}>
      <Field label={texts.since} name="since" required>
        <TextInput
          type="date"
          look="large"
          value={since}
          onChange={(event) => {
            setMatched(undefined);
            setSince(event.target.value);
          }}
        />
      </Field>
      <Field label={texts.until} name="until" hint={texts.untilHint} optional>
        <TextInput
          type="date"
          look="large"
          value={until}
          min={since}
          onChange={(event) => {
            setMatched(undefined);
            setUntil(event.target.value);
          }}
        />
      </Field>
      {matched !== undefined && <Notice>{matched > 0 ? texts.matched(matched) : texts.nothing}</Notice>}
      <FormActions>
        <Button onClick={onClose}>{m.projects.form.cancel}</Button>
        {matched !== 0 && (
          <Button type="submit" look="primary">
            {matched === undefined ? texts.count : texts.send(matched)}
          </Button>
        )}
      </FormActions>
    </Form>
  );
}
