import type { FastifyInstance } from 'fastify';
import { choice, nullable, timestamp } from '../../platform/field-schemas.ts';
import { listOf, newRouter, presentWholeList } from '../../platform/http/index.ts';
import { toIso } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import { presentTicketItem, TicketItem } from '../../tickets/index.ts';
import { TaskItem } from '../agent-task-schemas.ts';
import { presentTaskItem } from '../present-agent-task.ts';
import { listNeeds, type Need as NeedEntity } from './list-needs.ts';
import { needKinds } from './need.ts';

const Need = Type.Object(
  {
    kind: choice(needKinds, {
      description:
        'held: a limit holds the task, or, without `task`, agents wait for your ticket; review without `task`: you are asked for one',
    }),
    task: Type.Optional(TaskItem),
    ticket: nullable(TicketItem),
    since: timestamp(),
    frees: Type.Object({
      agents: Type.Integer({ description: 'Agents that can go on then' }),
      tickets: Type.Integer({ description: 'Tickets that can go on then' }),
      days: Type.Number({ description: 'How long their projects need for these tickets at their pace' }),
    }),
  },
  { title: 'NeedOfPerson' },
);

const presentNeed = ({ kind, task, ticket, since, frees }: NeedEntity) => ({
  kind,
  ...(task && { task: presentTaskItem(task) }),
  ticket: ticket && presentTicketItem(ticket),
  since: toIso(since),
  frees,
});

export function addNeedRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true });
  router.get('/api/needs-you', {
    apiKeyScope: ['read', 'agent'],
    operationId: 'listNeeds',
    summary: 'List what waits for you',
    description:
      'Questions, approvals, reviews, failures and held work of agents that concern you, in the order that lets most work go on soonest.',
    responses: { 200: { description: 'At most 100 items', schema: listOf(Need) } },
    handle: async ({ scope }) => presentWholeList((await listNeeds(scope)).map(presentNeed)),
  });
}
