import type { FastifyInstance } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { requirePermission } from '../../users/index.ts';
import { canAnswer, canReadTask } from '../agent-task-access.ts';
import { getTaskFor } from '../get-task.ts';
import { Message, MessageInput, presentMessage } from './message-schemas.ts';
import { listMessages, sendMessage } from './messages.ts';

const params = Type.Object({ id: id() });

/** Messages of people to the agent that works on a task. */
export function addMessageRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true });
  router.list('/v1/agent-tasks/:id/messages', {
    apiKeyScope: ['read', 'agent'],
    operationId: 'listAgentTaskMessages',
    summary: 'List the messages to the worker of a task, oldest first',
    params,
    authorizeFirst: requirePermission(getTaskFor, canReadTask),
    response: { description: 'A page of messages', item: Message, present: presentMessage },
    list: ({ scope, params }, page) => listMessages(scope, params.id, page),
  });

  router.post('/v1/agent-tasks/:id/messages', {
    apiKeyScope: ['write', 'agent'],
    operationId: 'sendAgentTaskMessage',
    summary: 'Send a message to the worker of a task',
    description:
      'It is delivered with the answer to the next claim, heartbeat, activity or end of the task. For people who may answer the questions of the task.',
    params,
    body: MessageInput,
    authorizeFirst: requirePermission(getTaskFor, canAnswer),
    responses: { 201: { description: 'The message', schema: dataOf(Message) } },
    handle: async ({ scope, params, body }) => ({
      data: presentMessage(await sendMessage(scope, params.id, body.text)),
    }),
  });
}
