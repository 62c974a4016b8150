import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Connection } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { CopyButton } from '../parts/controls/copy-button.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Section } from '../parts/display/section.tsx';
import { ask } from '../parts/popups/open-dialog.tsx';
import { MePage } from './me-page.tsx';
import { useScopesColumn } from './use-scopes-column.ts';
import { connectionsQuery } from './user-queries.ts';

/** The applications that the person connected by OAuth. */
export function ConnectionsPage() {
  const queries = useQueryClient();
  const connections = useQuery(connectionsQuery());
  const scopesColumn = useScopesColumn();
  const address = `${location.origin}/mcp`;
  const askToRevoke = ({ id, client }: Connection) =>
    ask({
      title: m.users.revokeTitle(client.name),
      text: m.users.revokeText,
      confirm: m.users.revoke,
      danger: true,
      onConfirm: async () => {
        await api.revokeConnection({ params: { id } });
        await queries.invalidateQueries(connectionsQuery());
      },
    });
  return (
    <MePage title={m.users.connections}>
      <Section title={m.users.connections} text={m.users.connectionsText}>
        <p>
          <code>{address}</code> <CopyButton text={address} label={m.users.copyMcpAddress} />
        </p>
        <Loaded query={connections}>
          {(rows) => (
            <DataTable
              label={m.users.connections}
              rows={rows}
              empty={<EmptyState icon="link" title={m.users.noConnections} small />}
              columns={[
                {
                  title: m.auth.consent.application,
                  header: true,
                  phone: 'main',
                  cell: ({ client }: Connection) => (
                    <>
                      {client.name} <code>{client.host}</code>
                    </>
                  ),
                },
                scopesColumn,
                {
                  title: m.users.connected,
                  phone: 'titled',
                  cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
                },
                {
                  title: m.words.lastUsed,
                  phone: 'titled',
                  cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : m.users.never),
                },
                {
                  title: m.users.revoke,
                  actions: true,
                  cell: (connection) => (
                    <Button look="quiet" onClick={() => askToRevoke(connection)}>
                      {m.users.revoke}
                    </Button>
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      </Section>
    </MePage>
  );
}
