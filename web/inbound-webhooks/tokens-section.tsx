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
import { FormActions } from '../parts/forms/form-actions.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { ConfirmDialog } from '../parts/popups/confirm-dialog.tsx';
import { Dialog } from '../parts/popups/dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { curlCommand } from './curl.ts';
import { accessTokensQuery, refreshInbound } from './inbound-queries.ts';

/** Tokens with which other systems send events to a project. */
export function TokensSection({ projectId }: { projectId: string }) {
  const query = useQuery(accessTokensQuery(projectId));
  const [open, setOpen] = useState(false);
  const texts = m.inboundWebhooks.tokens;
  const create = (
    <Button look="primary" icon="plus" onClick={() => setOpen(true)}>
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
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.create}>
        <NewTokenForm projectId={projectId} onClose={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

function NewTokenForm({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [made, setMade] = useState<AccessTokenWithSecret>();
  const texts = m.inboundWebhooks.tokens;
  if (made) {
    return (
      <SecretOnce label={texts.secret} secret={made.token} onDone={onClose}>
        <p>{texts.tryIt}</p>
        <CodeBlock code={curlCommand(made)} language="sh" wrap copyLabel={texts.copyCurl} />
      </SecretOnce>
    );
  }
  return (
    <Form
      label={texts.create}
      onSubmit={async (values) => {
        const body = { name: textOf(values, 'name').trim() };
        setMade((await api.createAccessToken({ params: { id: projectId }, body })).data);
        await refreshInbound();
      }}
    >
      <Field label={texts.name} name="name" required>
        <TextInput look="large" placeholder={texts.nameExample} autoComplete="off" />
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

function TokenTable({ projectId, tokens }: { projectId: string; tokens: readonly AccessToken[] }) {
  const [revoked, setRevoked] = useState<AccessToken>();
  const texts = m.inboundWebhooks.tokens;
  return (
    <>
      <DataTable
        label={m.projects.settings.pages.tokens}
        rows={tokens}
        rowKey={({ id }) => id}
        columns={[
          { title: texts.name, header: true, phone: 'main', cell: ({ name }) => name },
          { title: texts.start, cell: ({ start }) => <code>{start}…</code> },
          { title: texts.created, phone: 'hide', cell: ({ createdAt }) => formatDate(createdAt) },
          {
            title: texts.lastUsed,
            phone: 'hide',
            cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : texts.never),
          },
          {
            title: texts.revoke,
            titleHidden: true,
            align: 'end',
            phone: 'end',
            cell: (token) => (
              <Button
                look="quiet"
                aria-label={texts.revokeName(token.name)}
                onClick={() => setRevoked(token)}
              >
                {texts.revoke}
              </Button>
            ),
          },
        ]}
      />
      <ConfirmDialog
        open={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={texts.question(revoked?.name ?? '')}
        text={texts.confirmText}
        confirm={texts.revoke}
        danger
        onConfirm={async () => {
          if (!revoked) return;
          await api.revokeAccessToken({ params: { id: projectId, tokenId: revoked.id } });
          await refreshInbound();
          showToast({ text: texts.revoked(revoked.name) });
        }}
      />
    </>
  );
}
