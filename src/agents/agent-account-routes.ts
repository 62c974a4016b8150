import type { FastifyInstance } from 'fastify';
import { ApiKey, ApiKeyWithSecret, NewApiKey, presentApiKey } from '../auth/index.ts';
import { id } from '../platform/field-schemas.ts';
import { deletedAnswers, listOf, oneOf, presentPage, route, sendDeleted } from '../platform/http/index.ts';
import { parseInstant } from '../platform/instant.ts';
import { pageQuery, parsePage } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import { Agent, AgentPatch, NewAgent, presentAgent } from './agent-schemas.ts';
import {
  createAgent,
  createAgentKey,
  deleteAgentKey,
  getAgent,
  listAgentKeys,
  listAgents,
  updateAgent,
} from './agents.ts';

const params = Type.Object({ id: id() });
const common = { tag: 'Agents', access: 'signed-in' } as const;
const mayManage = ({ scope, params }: { scope: Scope; params: { id: string } }) => getAgent(scope, params.id);

export function addRoutes(app: FastifyInstance): void {
  route(app, {
    ...common,
    method: 'GET',
    url: '/api/agents',
    operationId: 'listAgents',
    summary: 'List your agents; administrators see all agents',
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'Newest first', schema: listOf(Agent) } },
    handle: async ({ scope, query }) => {
      const page = parsePage(query);
      const { rows, total } = await listAgents(scope, page);
      return presentPage(rows.map(presentAgent), total, page);
    },
  });

  route(app, {
    ...common,
    method: 'POST',
    url: '/api/agents',
    operationId: 'createAgent',
    summary: 'Create an agent account',
    description: 'The agent belongs to you. Add it to projects like a person, and create an API key for it.',
    body: NewAgent,
    answers: { 201: { description: 'The agent', schema: oneOf(Agent) } },
    handle: async ({ scope, body }, reply) =>
      reply.code(201).send({ data: presentAgent(await createAgent(scope, body)) }),
  });

  route(app, {
    ...common,
    method: 'GET',
    url: '/api/agents/:id',
    operationId: 'getAgent',
    summary: 'Get an agent',
    params,
    answers: { 200: { description: 'The agent', schema: oneOf(Agent) } },
    handle: async ({ scope, params }) => ({ data: presentAgent(await getAgent(scope, params.id)) }),
  });

  route(app, {
    ...common,
    method: 'PUT',
    url: '/api/agents/:id',
    operationId: 'updateAgent',
    summary: 'Update, disable or enable an agent',
    params,
    body: AgentPatch,
    authorizeFirst: mayManage,
    answers: { 200: { description: 'The updated agent', schema: oneOf(Agent) } },
    handle: async ({ scope, params, body }) => ({
      data: presentAgent(await updateAgent(scope, params.id, body)),
    }),
  });

  route(app, {
    ...common,
    method: 'DELETE',
    url: '/api/agents/:id',
    operationId: 'disableAgent',
    summary: 'Disable an agent and delete its API keys',
    description: 'Its tickets, comments and history stay.',
    params,
    answers: deletedAnswers,
    handle: async ({ scope, params, headers }, reply) => {
      await updateAgent(scope, params.id, { active: false });
      return sendDeleted(reply, headers, params.id);
    },
  });

  route(app, {
    ...common,
    method: 'GET',
    url: '/api/agents/:id/api-keys',
    operationId: 'listAgentApiKeys',
    summary: 'List the API keys of an agent',
    params,
    query: Type.Object(pageQuery),
    authorizeFirst: mayManage,
    answers: { 200: { description: 'Newest first, without the secrets', schema: listOf(ApiKey) } },
    handle: async ({ scope, params, query }) => {
      const page = parsePage(query);
      const { keys, total } = await listAgentKeys(scope, params.id, page);
      return presentPage(keys.map(presentApiKey), total, page);
    },
  });

  route(app, {
    ...common,
    method: 'POST',
    url: '/api/agents/:id/api-keys',
    operationId: 'createAgentApiKey',
    summary: 'Create an API key for an agent',
    description: 'The key is shown once. `scopes` and `projectIds` limit what it can do.',
    params,
    body: NewApiKey,
    secretAnswer: true,
    authorizeFirst: mayManage,
    answers: {
      201: { description: 'The key; its secret is shown only now', schema: oneOf(ApiKeyWithSecret) },
    },
    handle: async ({ scope, params, body }, reply) => {
      const expiresAt = body.expiresAt ? parseInstant(body.expiresAt) : null;
      const created = await createAgentKey(scope, params.id, { ...body, expiresAt });
      return reply.code(201).send({ data: { ...presentApiKey(created), key: created.key } });
    },
  });

  route(app, {
    ...common,
    method: 'DELETE',
    url: '/api/agents/:id/api-keys/:keyId',
    operationId: 'deleteAgentApiKey',
    summary: 'Delete an API key of an agent',
    params: Type.Object({ id: id(), keyId: id() }),
    answers: deletedAnswers,
    handle: async ({ scope, params, headers }, reply) => {
      await deleteAgentKey(scope, params.id, params.keyId);
      return sendDeleted(reply, headers, params.keyId);
    },
  });
}
