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

/** What people manage of their agents. */
export function addRoutes(app: FastifyInstance): void {
  route(app, {
    ...common,
    method: 'GET',
    url: '/api/agents',
    operationId: 'listAgents',
    summary: 'Your agents; all of them for administrators',
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
    summary: 'Make the account of a software agent',
    description: 'It is yours. Add it to projects like a person, and make it an API key.',
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
    summary: 'One of your agents',
    params,
    answers: { 200: { description: 'The agent', schema: oneOf(Agent) } },
    handle: async ({ scope, params }) => ({ data: presentAgent(await getAgent(scope, params.id)) }),
  });

  route(app, {
    ...common,
    method: 'PUT',
    url: '/api/agents/:id',
    operationId: 'updateAgent',
    summary: 'Change one of your agents, disable it or let it in again',
    params,
    body: AgentPatch,
    authorizeFirst: mayManage,
    answers: { 200: { description: 'The agent as it is now', schema: oneOf(Agent) } },
    handle: async ({ scope, params, body }) => ({
      data: presentAgent(await updateAgent(scope, params.id, body)),
    }),
  });

  route(app, {
    ...common,
    method: 'DELETE',
    url: '/api/agents/:id',
    operationId: 'disableAgent',
    summary: 'Disable one of your agents and delete its keys',
    description: 'What it did stays its.',
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
    summary: 'The API keys of one of your agents',
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
    summary: 'Make an API key for one of your agents',
    description: 'Shown once. Limit it to `scopes` and `projectIds`, and it can do no more.',
    params,
    body: NewApiKey,
    secretAnswer: true,
    authorizeFirst: mayManage,
    answers: { 201: { description: 'The key, shown this once', schema: oneOf(ApiKeyWithSecret) } },
    handle: async ({ scope, params, body }, reply) => {
      const expiresAt = body.expiresAt ? parseInstant(body.expiresAt) : null;
      const made = await createAgentKey(scope, params.id, { ...body, expiresAt });
      return reply.code(201).send({ data: { ...presentApiKey(made), key: made.key } });
    },
  });

  route(app, {
    ...common,
    method: 'DELETE',
    url: '/api/agents/:id/api-keys/:keyId',
    operationId: 'deleteAgentApiKey',
    summary: 'Delete an API key of one of your agents',
    params: Type.Object({ id: id(), keyId: id() }),
    answers: deletedAnswers,
    handle: async ({ scope, params, headers }, reply) => {
      await deleteAgentKey(scope, params.id, params.keyId);
      return sendDeleted(reply, headers, params.keyId);
    },
  });
}
