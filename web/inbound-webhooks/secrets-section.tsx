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
import { textOf } from '../parts/forms/form-values.ts';
import { ask, openDialog } from '../parts/popups/open-dialog.tsx';
import { inboundSecretsQuery, refreshInbound } from './inbound-queries.ts';

type Provider = InboundSecret['provider'];
const providers: readonly Provider[] = ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket'];

/** Secrets with which code hosts sign what they send to one project. */
export function SecretsSection({ projectId }: { projectId: string }) {
  const query = useQuery(inboundSecretsQuery(projectId));
  const { secrets: texts, deliveries } = m.inboundWebhooks;
  const names = deliveries.providers;
  const create = () => openDialog({ title: texts.create }, <NewSecretForm projectId={projectId} />);
  const askToRemove = (provider: Provider) =>
    ask({
      title: texts.question(names[provider]),
      text: texts.confirmText,
      confirm: m.words.delete,
      danger: true,
      onConfirm: async () => {
        await api.deleteInboundSecret({ params: { id: projectId, provider } });
        await refreshInbound();
      },
    });
  return (
    <Section
      title={texts.title}
      text={texts.text}
      actions={
        <Button icon="plus" onClick={create}>
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
              columns={[
                {
                  title: texts.host,
                  header: true,
                  phone: 'main',
                  cell: ({ provider }) => names[provider],
                },
                { title: m.words.created, phone: 'hide', cell: ({ setAt }) => formatDate(setAt) },
                { title: texts.by, phone: 'hide', cell: ({ setBy }) => setBy?.name },
                {
                  title: m.words.delete,
                  actions: true,
                  cell: ({ provider }) => (
                    <Button
                      look="quiet"
                      aria-label={texts.question(names[provider])}
                      onClick={() => askToRemove(provider)}
                    >
                      {m.words.delete}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

function NewSecretForm({ projectId }: { projectId: string }) {
  const [made, setMade] = useState<InboundSecretShownOnce>();
  const { secrets: texts, deliveries } = m.inboundWebhooks;
  if (made) {
    return (
      <SecretOnce label={texts.secret} secret={made.secret}>
        <p>{texts.address}</p>
        <CodeBlock code={made.url} wrap copyLabel={texts.copyAddress} />
      </SecretOnce>
    );
  }
  return (
    <Form
      onSubmit={async (values) => {
        const body = { provider: textOf(values, 'provider') as Provider };
        setMade((await api.setInboundSecret({ params: { id: projectId }, body })).data);
        await refreshInbound();
        return false;
      }}
      submit={texts.createAction}
    >
      <Field label={texts.host} name="provider" hint={texts.replaces}>
        <Select
          look="large"
          options={providers.map((value) => ({ value, label: deliveries.providers[value] }))}
        />
      </Field>
    </Form>
  );
}
