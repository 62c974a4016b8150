import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { splitList } from '../platform/comma-list.ts';
import type { Database } from '../platform/db/index.ts';
import { id } from '../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentWholeList } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { canReadProject, getProjectFor, projectRef } from '../projects/index.ts';
import { canComment, canReadTicket, getTicketFor, ticketRef } from '../tickets/index.ts';
import { requirePermission } from '../users/index.ts';
import { canReadTask, canSetAgentLimits } from './agent-task-access.ts';
import * as schemas from './agent-task-schemas.ts';
import { addBudgetRoutes } from './budgets/budget-routes.ts';
import { getTask, getTaskFor } from './get-task.ts';
import { getAgentLimits, setAgentLimits } from './holds/agent-limits.ts';
import { listTasks, listTasksOfTicket } from './list-tasks.ts';
import { addMessageRoutes } from './messages/message-routes.ts';
import { addNeedRoutes } from './needs-you/need-routes.ts';
import { presentActivity, presentTask, presentTaskItem } from './present-agent-task.ts';
import { createTask } from './starting/create-task.ts';
import { previewWakes } from './starting/wake-agents.ts';
import { addUsageRoutes } from './usage/usage-routes.ts';
import { addAgentWorkRoutes } from './working/agent-work-routes.ts';
import type { IssueGitAccess } from './working/claim-task.ts';
import { listActivities } from './working/report-on-task.ts';
import { TaskWaiters } from './working/task-waiters.ts';

const params = Type.Object({ id: id() });
/** The scopes of API keys that may read tasks. */
const apiKeyScope = ['read', 'agent'];
const mayRead = requirePermission(getTaskFor, canReadTask);

export function addRoutes(
  app: FastifyInstance,
  {
    config,
    db,
    clock,
    issueGitAccess,
  }: {
    config: { AGENT_TASKS_PER_HOUR: number };
    db: Database;
    clock: Clock;
    issueGitAccess: IssueGitAccess;
  },
): void {
  addTaskRoutes(app, config.AGENT_TASKS_PER_HOUR);
  addLimitRoutes(app, config.AGENT_TASKS_PER_HOUR);
  addNeedRoutes(app);
  addAgentWorkRoutes(app, new TaskWaiters(db, clock), config.AGENT_TASKS_PER_HOUR, issueGitAccess);
  addMessageRoutes(app);
  addUsageRoutes(app);
  addBudgetRoutes(app, config.AGENT_TASKS_PER_HOUR);
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

  router.post('/api/tickets/:id/wakes', {
    operationId: 'previewWakes',
    summary: 'Show which agents a comment would wake',
    description: 'Changes nothing. Send the text of a comment that somebody is writing.',
    params: Type.Object({ id: ticketRef }),
    body: schemas.WakesInput,
    authorizeFirst: requirePermission(getTicketFor, canComment),
    responses: {
      200: { description: 'The agents that the text mentions', schema: listOf(schemas.Wake) },
    },
    handle: async ({ scope, params, body }) =>
      presentWholeList(await previewWakes(scope, params.id, body.text)),
  });
}

/** The caps of a project that hold its tasks. */
function addLimitRoutes(app: FastifyInstance, tasksPerHourMax: number): void {
  const router = newRouter(app, { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true });
  const limitParams = Type.Object({ id: projectRef });
  router.get('/api/project/:id/agent-limits', {
    operationId: 'getAgentLimits',
    summary: 'Get the limits for agent tasks of a project, and what is used of them',
    params: limitParams,
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: { 200: { description: 'The limits', schema: dataOf(schemas.AgentLimits) } },
    handle: async ({ scope, params }) => ({ data: await getAgentLimits(scope, params.id, tasksPerHourMax) }),
  });

  router.put('/api/project/:id/agent-limits', {
    operationId: 'setAgentLimits',
    summary: 'Change the limits for agent tasks of a project',
    description:
      'For admins of the project, not for agents. Absent fields keep their value; null returns a limit to its default and removes the budget. Tasks beyond a limit are held, with the reason.',
    params: limitParams,
    body: schemas.AgentLimitsInput,
    authorizeFirst: requirePermission(getProjectFor, canSetAgentLimits),
    responses: { 200: { description: 'The limits as they are now', schema: dataOf(schemas.AgentLimits) } },
    handle: async ({ scope, params, body }) => ({
      data: await setAgentLimits(scope, params.id, body, tasksPerHourMax),
    }),
  });
}
