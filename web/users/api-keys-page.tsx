import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { formatDate } from '../parts/dates/dates.ts';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { SecretOnce } from '../parts/display/secret-once.tsx';
import { Section } from '../parts/display/section.tsx';
import { ask } from '../parts/popups/open-dialog.tsx';
import { MePage } from './me-page.tsx';
import { openNewApiKeyDialog } from './new-api-key-dialog.tsx';
import { useScopesColumn } from './use-scopes-column.ts';
import { apiKeysQuery } from './user-queries.ts';

export function ApiKeysPage() {
  const queries = useQueryClient();
  const { data: keys = [], error, refetch, isPending } = useQuery(apiKeysQuery());
  const [made, setMade] = useState<string>();
  const scopesColumn = useScopesColumn();
  const create = () =>
    openNewApiKeyDialog((key) => {
      setMade(key);
      void queries.invalidateQueries(apiKeysQuery());
    });
  const askToDelete = ({ id, name }: ApiKey) =>
    ask({
      title: m.users.deleteKeyTitle(name),
      text: m.users.deleteKeyText,
      confirm: m.words.delete,
      danger: true,
      onConfirm: async () => {
        await api.deleteApiKey({ params: { id } });
        await queries.invalidateQueries(apiKeysQuery());
      },
    });
  return (
    <MePage title={m.users.apiKeys}>
      <Section
        title={m.users.apiKeys}
        text={m.users.apiKeysText}
        actions={
          <Button look="primary" icon="plus" onClick={create}>
            {m.users.newApiKey}
          </Button>
        }
      >
        {made && (
          <SecretOnce label={m.words.apiKey} secret={made} onDone={() => setMade(undefined)}>
            <code>{`curl -H "Authorization: Bearer ${made}" ${location.origin}/api/tickets`}</code>
          </SecretOnce>
        )}
        {error && <Failure error={error} retry={() => void refetch()} small />}
        {!isPending && !error && (
          <DataTable
            label={m.users.apiKeys}
            rows={keys}
            empty={<EmptyState icon="key" title={m.users.noApiKeys} small />}
            columns={[
              {
                title: m.words.name,
                header: true,
                phone: 'main',
                cell: ({ name, start }: ApiKey) => (
                  <>
                    {name} <code>{start}…</code>
                  </>
                ),
              },
              scopesColumn,
              {
                title: m.words.lastUsed,
                phone: 'titled',
                cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : m.users.never),
              },
              {
                title: m.users.expires,
                phone: 'titled',
                cell: ({ expiresAt }) => (expiresAt ? formatDate(expiresAt) : m.users.never),
              },
              {
                title: m.words.delete,
                actions: true,
                cell: (key) => (
                  <Button look="quiet" onClick={() => askToDelete(key)}>
                    {m.words.delete}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Section>
    </MePage>
  );
}
