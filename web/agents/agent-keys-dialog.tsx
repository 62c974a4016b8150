import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Agent, ApiKey, ApiKeyWithSecret } from '../../sdk/index.ts';
import { api, queryClient } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { agentQueries } from './agent-queries.ts';
import { ConnectAgent } from './set-up/connect-agent.tsx';
import { newAgentKey } from './set-up/new-agent-key.ts';
import './agent-keys-dialog.css';

/** The keys of an agent; a new one is shown once, with the command that uses it. */
export const openAgentKeysDialog = (agent: Agent): void =>
  openDialog(
    { title: m.agents.keysOf(agent.name), text: m.agents.keysText, size: 'large' },
    <AgentKeys agent={agent} />,
  );

function AgentKeys({ agent }: { agent: Agent }) {
  const [made, setMade] = useState<ApiKeyWithSecret>();
  if (made)
    return <ConnectAgent agentId={agent.id} apiKey={made} firstStep={1} onDone={() => setMade(undefined)} />;
  return (
    <div className="agent-keys">
      <KeyTable agent={agent} />
      <Form
        label={m.agents.newKey}
        className="agent-keys-new"
        onSubmit={async (values) => {
          const key = await newAgentKey(agent.id, textOf(values, 'name'));
          setMade(key);
          await queryClient.invalidateQueries(agentQueries.keys(agent.id));
          return false;
        }}
      >
        <Field label={m.agents.keyName} name="name" hint={m.agents.keyNameHint} required>
          <TextInput maxLength={100} />
        </Field>
        <Button type="submit" icon="plus">
          {m.agents.newKey}
        </Button>
      </Form>
    </div>
  );
}

function KeyTable({ agent }: { agent: Agent }) {
  const { data: keys, error, refetch } = useQuery(agentQueries.keys(agent.id));
  if (error && !keys) return <Failure error={error} retry={() => void refetch()} small />;
  if (!keys) return <Skeleton rows={2} />;
  return (
    <DataTable
      label={m.agents.keys}
      rows={keys}
      empty={<EmptyState icon="key" title={m.agents.noKeys} small />}
      columns={[
        {
          title: m.agents.keyName,
          header: true,
          phone: 'main',
          cell: ({ name, start }: ApiKey) => (
            <>
              {name} <code>{start}…</code>
            </>
          ),
        },
        {
          title: m.agents.lastUsed,
          phone: 'titled',
          cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : m.agents.neverUsed),
        },
        {
          title: m.words.delete,
          actions: true,
          cell: (key) => <DeleteKey agentId={agent.id} apiKey={key} />,
        },
      ]}
    />
  );
}

/** The second press deletes. A confirmation would be a second dialog over this one. */
function DeleteKey({ agentId, apiKey }: { agentId: string; apiKey: ApiKey }) {
  const [isAsking, setAsking] = useState(false);
  async function remove() {
    try {
      await api.deleteAgentApiKey({ params: { id: agentId, keyId: apiKey.id } });
      await queryClient.invalidateQueries(agentQueries.keys(agentId));
    } catch (error) {
      showToast({ text: sentenceOf(error), tone: 'refused' });
    }
  }
  return isAsking ? (
    <Button look="danger" onClick={() => void remove()} onBlur={() => setAsking(false)}>
      {m.agents.deleteKeyNow}
    </Button>
  ) : (
    <Button look="quiet" aria-label={m.agents.deleteKeyNamed(apiKey.name)} onClick={() => setAsking(true)}>
      {m.words.delete}
    </Button>
  );
}
