import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessToken, AccessTokenWithSecret } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { formatDate } from '../parts/dates/dates.ts';
import { CodeBlock } from '../parts/display/code-block.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { SecretOnce } from '../parts/display/secret-once.tsx';
import { Section } from '../parts/display/section.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { ask, openDialog } from '../parts/popups/open-dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { curlCommand } from './curl.ts';
import { accessTokensQuery, refreshInbound } from './inbound-queries.ts';

/** Tokens with which other systems send events to a project. */
export function TokensSection({ projectId }: { projectId: string }) {
  const query = useQuery(accessTokensQuery(projectId));
  const texts = m.inboundWebhooks.tokens;
  const openForm = () => openDialog({ title: texts.create }, <NewTokenForm projectId={projectId} />);
  const create = (
    <Button look="primary" icon="plus" onClick={openForm}>
      {texts.create}
    </Button>
  );
  return (
    <Section
      title={m.projects.settings.pages.tokens}
      text={texts.text}
      actions={query.data && query.data.length > 0 && create}
    >
      <Loaded query={query} rows={2}>
        {(tokens) =>
          tokens.length > 0 ? (
            <TokenTable projectId={projectId} tokens={tokens} />
          ) : (
            <EmptyState small icon="key" title={texts.none} text={texts.noneText} action={create} />
          )
        }
      </Loaded>
    </Section>
  );
}

function NewTokenForm({ projectId }: { projectId: string }) {
  const [made, setMade] = useState<AccessTokenWithSecret>();
  const texts = m.inboundWebhooks.tokens;
  if (made) {
    return (
      <SecretOnce label={texts.secret} secret={made.token}>
        <p>{texts.tryIt}</p>
        <CodeBlock code={curlCommand(made)} language="sh" wrap copyLabel={texts.copyCurl} />
      </SecretOnce>
    );
  }
  return (
    <Form
      onSubmit={async (values) => {
        const body = { name: textOf(values, 'name').trim() };
        setMade((await api.createAccessToken({ params: { id: projectId }, body })).data);
        await refreshInbound();
        return false;
      }}
      submit={texts.createAction}
    >
      <Field label={m.words.name} name="name" required>
        <TextInput look="large" placeholder={texts.nameExample} autoComplete="off" />
      </Field>
    </Form>
  );
}

function TokenTable({ projectId, tokens }: { projectId: string; tokens: readonly AccessToken[] }) {
  const texts = m.inboundWebhooks.tokens;
  const askToRevoke = ({ id: tokenId, name }: AccessToken) =>
    ask({
      title: texts.question(name),
      text: texts.confirmText,
      confirm: m.words.revoke,
      danger: true,
      onConfirm: async () => {
        await api.revokeAccessToken({ params: { id: projectId, tokenId } });
        await refreshInbound();
        showToast({ text: texts.revoked(name) });
      },
    });
  return (
    <DataTable
      label={m.projects.settings.pages.tokens}
      rows={tokens}
      columns={[
        { title: m.words.name, header: true, phone: 'main', cell: ({ name }) => name },
        { title: texts.start, cell: ({ start }) => <code>{start}…</code> },
        { title: m.words.created, phone: 'hide', cell: ({ createdAt }) => formatDate(createdAt) },
        {
          title: m.words.lastUsed,
          phone: 'hide',
          cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : texts.never),
        },
        {
          title: m.words.revoke,
          actions: true,
          cell: (token) => (
            <Button look="quiet" aria-label={texts.revokeName(token.name)} onClick={() => askToRevoke(token)}>
              {m.words.revoke}
            </Button>
          ),
        },
      ]}
    />
  );
}
