import type { FastifyInstance } from 'fastify';
import { ApiKey, ApiKeyWithSecret, NewApiKey, presentApiKey } from '../auth/index.ts';
import { id } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { parseInstant } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import {
  Agent,
  AgentPatch,
  type CurrentWork,
  NewAgent,
  presentAgent,
  presentCurrentWork,
} from './agent-schemas.ts';
import {
  createAgent,
  createAgentKey,
  deleteAgentKey,
  getAgent,
  getAgentForNewKey,
  listAgentKeys,
  listAgents,
  updateAgent,
} from './agents.ts';

const params = Type.Object({ id: id() });
const mayManage = ({ scope, params }: { scope: Scope; params: { id: string } }) => getAgent(scope, params.id);

/** The agent-tasks module, which is above this one, provides it. */
export type ListCurrentWork = (scope: Scope, agentIds: string[]) => Promise<ReadonlyMap<string, CurrentWork>>;

export function addRoutes(
  app: FastifyInstance,
  context: { listCurrentWork: ListCurrentWork; config: { API_KEYS_PER_PERSON: number } },
): void {
  const router = newRouter(app, { tag: 'Agents', access: 'signed-in' });
  router.list('/api/agents', {
    operationId: 'listAgents',
    summary: 'List your agents; administrators see all agents',
    response: { description: 'Newest first, with what each agent does now', item: Agent },
    list: async ({ scope }, page) => {
      const { rows, ...rest } = await listAgents(scope, page);
      const current = await context.listCurrentWork(
        scope,
        rows.map((agent) => agent.id),
      );
      const present = (agent: (typeof rows)[number]) => ({
        ...presentAgent(agent),
        current: presentCurrentWork(current.get(agent.id)),
      });
      return { rows: rows.map(present), ...rest };
    },
  });

  router.post('/api/agents', {
    operationId: 'createAgent',
    summary: 'Create an agent account',
    description: 'The agent belongs to you. Add it to projects like a person, and create an API key for it.',
    body: NewAgent,
    responses: { 201: { description: 'The agent', schema: dataOf(Agent) } },
    handle: async ({ scope, body }) => ({ data: presentAgent(await createAgent(scope, body)) }),
  });

  router.get('/api/agents/:id', {
    operationId: 'getAgent',
    summary: 'Get an agent',
    params,
    responses: { 200: { description: 'The agent', schema: dataOf(Agent) } },
    handle: async ({ scope, params }) => ({ data: presentAgent(await getAgent(scope, params.id)) }),
  });

  router.put('/api/agents/:id', {
    operationId: 'updateAgent',
    summary: 'Update, disable or enable an agent',
    params,
    body: AgentPatch,
    authorizeFirst: mayManage,
    responses: { 200: { description: 'The updated agent', schema: dataOf(Agent) } },
    handle: async ({ scope, params, body }) => ({
      data: presentAgent(await updateAgent(scope, params.id, body)),
    }),
  });

  router.delete('/api/agents/:id', {
    operationId: 'disableAgent',
    summary: 'Disable an agent and delete its API keys',
    description: 'Its tickets, comments and history stay.',
    params,
    delete: async ({ scope, params }) => (await updateAgent(scope, params.id, { active: false })).id,
  });

  router.list('/api/agents/:id/api-keys', {
    operationId: 'listAgentApiKeys',
    summary: 'List the API keys of an agent',
    params,
    authorizeFirst: mayManage,
    response: { description: 'Newest first, without the secrets', item: ApiKey, present: presentApiKey },
    list: ({ scope, params }, page) => listAgentKeys(scope, params.id, page),
  });

  router.post('/api/agents/:id/api-keys', {
    operationId: 'createAgentApiKey',
    summary: 'Create an API key for an agent',
    description:
      'The key is shown once. `scopes` and `projectIds` limit what it can do. Only the owner of the agent can create keys.',
    params,
    body: NewApiKey,
    secretResponse: true,
    authorizeFirst: ({ scope, params }) => getAgentForNewKey(scope, params.id),
    responses: {
      201: { description: 'The key; its secret is shown only now', schema: dataOf(ApiKeyWithSecret) },
    },
    handle: async ({ scope, params, body }) => {
      const expiresAt = body.expiresAt ? parseInstant(body.expiresAt) : null;
      const created = await createAgentKey(
        scope,
        params.id,
        { ...body, expiresAt },
        context.config.API_KEYS_PER_PERSON,
      );
      return { data: { ...presentApiKey(created), key: created.key } };
    },
  });

  router.delete('/api/agents/:id/api-keys/:keyId', {
    operationId: 'deleteAgentApiKey',
    summary: 'Delete an API key of an agent',
    params: Type.Object({ id: id(), keyId: id() }),
    delete: ({ scope, params }) => deleteAgentKey(scope, params.id, params.keyId),
  });
}
