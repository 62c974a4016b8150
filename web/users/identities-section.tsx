import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Identity } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Section } from '../parts/display/section.tsx';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { useBoot } from '../replica/index.ts';
import { confirmIdentity } from './confirm-identity.tsx';
import { identitiesQuery } from './user-queries.ts';

/** Connects and disconnects the providers that the person signs in with. */
export function IdentitiesSection() {
  const queries = useQueryClient();
  const { providers } = useBoot().instance;
  const { data: identities = [] } = useQuery(identitiesQuery());
  const connect = (provider: string) => async (password: string) =>
    location.assign((await api.connectProvider({ body: { provider, password } })).data.url);
  const disconnect = async (id: string) => {
    await api
      .removeIdentity({ params: { id } })
      .catch((failure: unknown) => showToast({ text: sentenceOf(failure), tone: 'refused' }));
    await queries.invalidateQueries(identitiesQuery());
  };
  if (providers.length === 0 && identities.length === 0) return null;
  return (
    <Section
      title={m.users.identities}
      actions={providers
        .filter(({ id }) => !identities.some(({ provider }) => provider === id))
        .map(({ id, label }) => (
          <Button
            key={id}
            onClick={() => confirmIdentity({ title: m.users.connect(label), run: connect(id) })}
          >
            {m.users.connect(label)}
          </Button>
        ))}
    >
      <DataTable
        label={m.users.identities}
        rows={identities}
        columns={[
          {
            title: m.words.provider,
            header: true,
            phone: 'main',
            cell: ({ provider }: Identity) => providers.find(({ id }) => id === provider)?.label ?? provider,
          },
          { title: m.words.email, cell: ({ email }) => email ?? '–' },
          {
            title: m.words.lastSeen,
            phone: 'titled',
            cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} />,
          },
          {
            title: m.words.remove,
            actions: true,
            cell: ({ id }) => (
              <Button look="quiet" onClick={() => void disconnect(id)}>
                {m.words.remove}
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}
