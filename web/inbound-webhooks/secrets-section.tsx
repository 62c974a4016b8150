import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InboundSecret, InboundSecretShownOnce } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Select } from '../parts/controls/select.tsx';
import { formatDate } from '../parts/dates/dates.ts';
import { CodeBlock } from '../parts/display/code-block.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { SecretOnce } from '../parts/display/secret-once.tsx';
import { Section } from '../parts/display/section.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { ConfirmDialog } from '../parts/popups/confirm-dialog.tsx';
import { Dialog } from '../parts/popups/dialog.tsx';
import { inboundSecretsQuery, refreshInbound } from './inbound-queries.ts';

type Provider = InboundSecret['provider'];
const providers: readonly Provider[] = ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket'];

/** Secrets with which code hosts sign what they send to one project. */
export function SecretsSection({ projectId }: { projectId: string }) {
  const query = useQuery(inboundSecretsQuery(projectId));
  const [open, setOpen] = useState(false);
  const [deleted, setDeleted] = useState<Provider>();
  const { secrets: texts, deliveries, tokens } = m.inboundWebhooks;
  const names = deliveries.providers;
  return (
    <Section
      title={texts.title}
      text={texts.text}
      actions={
        <Button icon="plus" onClick={() => setOpen(true)}>
          {texts.create}
        </Button>
      }
    >
      <Loaded query={query} rows={1}>
        {(secrets) =>
          secrets.length > 0 && (
            <DataTable
              label={texts.title}
              rows={secrets}
              rowKey={({ id }) => id}
              columns={[
                {
                  title: texts.host,
                  header: true,
                  phone: 'main',
                  cell: ({ provider }) => names[provider],
                },
                { title: tokens.created, phone: 'hide', cell: ({ setAt }) => formatDate(setAt) },
                { title: texts.by, phone: 'hide', cell: ({ setBy }) => setBy?.name },
                {
                  title: texts.remove,
                  titleHidden: true,
                  align: 'end',
                  phone: 'end',
                  cell: ({ provider }) => (
                    <Button
                      look="quiet"
                      aria-label={texts.question(names[provider])}
                      onClick={() => setDeleted(provider)}
                    >
                      {texts.remove}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.create}>
        <NewSecretForm projectId={projectId} onClose={() => setOpen(false)} />
      </Dialog>
      <ConfirmDialog
        open={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title={texts.question(deleted ? names[deleted] : '')}
        text={texts.confirmText}
        confirm={texts.remove}
        danger
        onConfirm={async () => {
          if (!deleted) return;
          await api.deleteInboundSecret({ params: { id: projectId, provider: deleted } });
          await refreshInbound();
        }}
      />
    </Section>
  );
}

function NewSecretForm({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [made, setMade] = useState<InboundSecretShownOnce>();
  const { secrets: texts, deliveries } = m.inboundWebhooks;
  if (made) {
    return (
      <SecretOnce label={texts.secret} secret={made.secret} onDone={onClose}>
        <p>{texts.address}</p>
        <CodeBlock code={made.url} wrap copyLabel={texts.copyAddress} />
      </SecretOnce>
    );
  }
  return (
    <Form
      label={texts.create}
      onSubmit={async (values) => {
        const body = { provider: textOf(values, 'provider') as Provider };
        setMade((await api.setInboundSecret({ params: { id: projectId }, body })).data);
        await refreshInbound();
      }}
    >
      <Field label={texts.host} name="provider" hint={texts.replaces}>
        <Select
          look="large"
          options={providers.map((value) => ({ value, label: deliveries.providers[value] }))}
        />
      </Field>
      <FormActions>
        <Button onClick={onClose}>{m.projects.form.cancel}</Button>
        <Button type="submit" look="primary">
          {texts.createAction}
        </Button>
      </FormActions>
    </Form>
  );
}
