import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { TextInput } from '../parts/controls/text-input.tsx';
import { addDays, today } from '../parts/dates/dates.ts';
import { Notice } from '../parts/display/notice.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { startOfDay } from './start-of-day.ts';
import { refreshWebhooks } from './webhook-queries.ts';

/** Sends past events, after counting them. */
export function openReplayDialog(webhookId: string): void {
  const { title, text } = m.webhooks.replay;
  openDialog({ title, text, size: 'small' }, <ReplayForm webhookId={webhookId} />);
}

function ReplayForm({ webhookId }: { webhookId: string }) {
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
    if (isCounting) {
      setMatched(data.matched);
      return false;
    }
    await refreshWebhooks();
    showToast({ text: texts.done(data.matched) });
  }

  return (
    <Form onSubmit={send} submit={matched === undefined ? texts.count : matched > 0 && texts.send(matched)}>
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
    </Form>
  );
}
