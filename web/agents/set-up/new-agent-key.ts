import type { ApiKeyWithSecret } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';

/** A key for everything an agent does: read and write tickets, claim and report tasks. */
export async function newAgentKey(agentId: string, name: string): Promise<ApiKeyWithSecret> {
  const body = { name, scopes: ['read' as const, 'write' as const, 'agent' as const] };
  return (await api.createAgentApiKey({ params: { id: agentId }, body })).data;
}
