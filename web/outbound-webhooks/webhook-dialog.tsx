import { useState } from 'react';
import type { Webhook, WebhookWithSecret } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Select } from '../parts/controls/select.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { SecretOnce } from '../parts/display/secret-once.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { useBoot } from '../replica/index.ts';
import { navigate } from '../router/index.ts';
import { compactEvents, expandEvents } from './event-names.ts';
import { EventPicker } from './event-picker.tsx';
import { useWebhookBase } from './use-webhook-base.ts';
import { refreshWebhooks } from './webhook-queries.ts';

/** Changes a webhook, or makes one of a project. */
export const openWebhookDialog = (webhook?: Webhook, projectId?: string): void =>
  openDialog(
    { title: webhook ? m.webhooks.editTitle : m.webhooks.create, size: 'large' },
    <WebhookForm webhook={webhook} projectId={projectId} />,
  );

const ownScope = 'own';
const instanceScope = 'instance';

interface WebhookFormProps {
  webhook: Webhook | undefined;
  projectId: string | undefined;
}

function WebhookForm({ webhook, projectId }: WebhookFormProps) {
  const [made, setMade] = useState<WebhookWithSecret>();
  const [events, setEvents] = useState(() => expandEvents(webhook?.events ?? ['ticket.*', 'comment.*']));
  const [scope, setScope] = useState<string>(
    webhook?.wholeInstance ? instanceScope : (webhook?.projectId ?? projectId ?? ownScope),
  );
  const [eventsError, setEventsError] = useState('');
  const base = useWebhookBase();
  const texts = m.webhooks.form;

  const openWebhook = (id: string) => void navigate({ to: `${base}/${id}` });

  async function save(values: FormData) {
    if (events.size === 0) {
      setEventsError(texts.noEvents);
      return false;
    }
    const description = textOf(values, 'description').trim();
    const secret = textOf(values, 'secret');
    const body = {
      url: textOf(values, 'url').trim(),
      events: compactEvents(events),
      description: description || null,
      projectId: scope === ownScope || scope === instanceScope ? null : scope,
      wholeInstance: scope === instanceScope,
    };
    if (webhook) {
      await api.updateWebhook({ params: { id: webhook.id }, body });
      await refreshWebhooks();
      showToast({ text: m.webhooks.saved });
      return true;
    }
    const { data } = await api.createWebhook({ body: { ...body, ...(secret && { secret }) } });
    await refreshWebhooks();
    // If Docket generated the secret, it is shown before the dialog closes.
    if (data.secret) setMade(data);
    else openWebhook(data.id);
    return !data.secret;
  }

  if (made?.secret) {
    return (
      <SecretOnce label={m.webhooks.secretOf} secret={made.secret} onDone={() => openWebhook(made.id)}>
        <p>{m.webhooks.secretText}</p>
      </SecretOnce>
    );
  }
  return (
    <Form onSubmit={save} submit={webhook ? m.webhooks.save : m.webhooks.createAction}>
      <Field label={m.words.address} name="url" required hint={texts.urlHint}>
        <TextInput
          type="url"
          look="large"
          defaultValue={webhook?.url}
          placeholder="https://example.org/hooks/docket"
          autoComplete="off"
        />
      </Field>
      <Field label={m.words.description} name="description" optional>
        <TextInput look="large" defaultValue={webhook?.description} autoComplete="off" />
      </Field>
      <Field label={texts.scope} name="projectId">
        <ScopeSelect scope={scope} onChange={setScope} />
      </Field>
      <EventPicker
        chosen={events}
        error={eventsError}
        onChange={(next) => {
          setEventsError('');
          setEvents(next);
        }}
      />
      {!webhook && (
        <Field label={texts.secret} name="secret" optional hint={texts.secretHint}>
          <TextInput type="password" look="large" autoComplete="off" />
        </Field>
      )}
    </Form>
  );
}

function ScopeSelect({ scope, onChange }: { scope: string; onChange: (scope: string) => void }) {
  const { projects, me } = useBoot();
  const texts = m.webhooks.form.scopes;
  return (
    <Select
      look="large"
      options={[
        { value: ownScope, label: texts.own },
        ...projects.map(({ id, key, name }) => ({ value: id, label: `${key} ${name}` })),
        ...(me.role === 'ADMIN' ? [{ value: instanceScope, label: texts.instance }] : []),
      ]}
      value={scope}
      onChange={onChange}
    />
  );
}
