import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { splitList } from '../platform/comma-list.ts';
import type { Database } from '../platform/db/index.ts';
import { id } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { canReadTicket, getTicketFor, ticketRef } from '../tickets/index.ts';
import { requirePermission } from '../users/index.ts';
import { canReadTask } from './agent-task-access.ts';
import * as schemas from './agent-task-schemas.ts';
import { addAgentWorkRoutes } from './agent-work-routes.ts';
import { createTask } from './create-task.ts';
import { getTask, getTaskFor } from './get-task.ts';
import { listTasks, listTasksOfTicket } from './list-tasks.ts';
import { presentActivity, presentTask, presentTaskItem } from './present-agent-task.ts';
import { listActivities } from './report-on-task.ts';
import { TaskWaiters } from './task-waiters.ts';

const params = Type.Object({ id: id() });
/** The scopes of API keys that may read tasks. */
const apiKeyScope = ['read', 'agent'];
const mayRead = requirePermission(getTaskFor, canReadTask);

export function addRoutes(
  app: FastifyInstance,
  { config, db, clock }: { config: { AGENT_TASKS_PER_HOUR: number }; db: Database; clock: Clock },
): void {
  addTaskRoutes(app, config.AGENT_TASKS_PER_HOUR);
  addAgentWorkRoutes(app, new TaskWaiters(db, clock));
}

/** Listing, reading and creating tasks. */
function addTaskRoutes(app: FastifyInstance, tasksPerHourMax: number): void {
  const router = newRouter(app, { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true });
  router.list('/v1/agent-tasks', {
    apiKeyScope,
    operationId: 'listAgentTasks',
    summary: 'List agent tasks, newest first',
    query: schemas.TaskQuery,
    response: { description: 'A page of tasks', item: schemas.TaskItem, present: presentTaskItem },
    list: ({ scope, query }, page) =>
      listTasks(
        scope,
        {
          states: splitList(query.state),
          kinds: splitList(query.kind),
          priorities: splitList(query.priority),
          projects: splitList(query.project),
          ticket: query.ticket,
          agentIds: splitList(query.agent),
          held: query.held,
          ready: query.ready,
          order: query.order,
        },
        page,
      ),
  });

  router.post('/v1/agent-tasks', {
    operationId: 'createAgentTask',
    summary: 'Create an agent task',
    description:
      'A task without a project belongs to the instance: only its administrators and their agents can work on it.',
    apiKeyScope: ['write', 'agent'],
    body: schemas.NewTaskInput,
    responses: {
      200: { description: 'The existing task with the same `dedupeKey`', schema: dataOf(schemas.Task) },
      201: {
        description: 'The new task; if `heldReason` is set, it is held and cannot be claimed yet',
        schema: dataOf(schemas.Task),
      },
    },
    handle: async ({ scope, body }, reply) => {
      const { outcome, task } = await createTask(scope, body, tasksPerHourMax);
      const data = presentTask(await getTask(scope, task.id));
      return reply.code(outcome === 'duplicate' ? 200 : 201).send({ data });
    },
  });

  router.get('/v1/agent-tasks/:id', {
    apiKeyScope,
    operationId: 'getAgentTask',
    summary: 'Get an agent task with its activities and artifacts',
    params,
    responses: { 200: { description: 'The task', schema: dataOf(schemas.Task) } },
    handle: async ({ scope, params }) => ({ data: presentTask(await getTask(scope, params.id)) }),
  });

  router.list('/v1/agent-tasks/:id/activities', {
    apiKeyScope,
    operationId: 'listAgentTaskActivities',
    summary: 'List the activities of a task, oldest first',
    params,
    authorizeFirst: mayRead,
    response: {
      description: 'A page of activities',
      item: schemas.Activity,
      present: presentActivity,
    },
    list: ({ scope, params }, page) => listActivities(scope, params.id, page),
  });

  router.list('/api/tickets/:id/agent-tasks', {
    apiKeyScope,
    operationId: 'listTicketAgentTasks',
    summary: 'List the agent tasks of a ticket, newest first',
    params: Type.Object({ id: ticketRef }),
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    response: { description: 'A page of tasks', item: schemas.TaskItem, present: presentTaskItem },
    list: ({ scope, params }, page) => listTasksOfTicket(scope, params.id, page),
  });
}
