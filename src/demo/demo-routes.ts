import type { FastifyInstance } from 'fastify';
import type { EventType } from '../events/index.ts';
import { id, nullable, timestamp } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { toIso } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import { createDemo, type DemoInstance, getDemo, removeDemo } from './demo.ts';

const DemoTeam = Type.Object(
  {
    project: Type.Object({
      id: id(),
      key: Type.String({ examples: ['HAR'] }),
      name: Type.String({ examples: ['Harbor'] }),
    }),
    workspaceId: id(),
    tickets: Type.Integer({ examples: [63] }),
    people: Type.Integer({ description: 'Accounts of people and agents', examples: [6] }),
    createdAt: timestamp(),
  },
  { title: 'DemoTeam' },
);

const present = ({ project, tickets, demo }: DemoInstance) => ({
  project,
  workspaceId: demo.workspaceId,
  tickets,
  people: demo.userIds.length + demo.agentIds.length,
  createdAt: toIso(demo.createdAt),
});

export function addRoutes(
  app: FastifyInstance,
  { eventCatalogue }: { eventCatalogue: readonly EventType[] },
): void {
  const router = newRouter(app, { tag: 'Instance', access: 'signed-in' });

  router.get('/api/instance/demo', {
    operationId: 'getDemo',
    summary: 'Get the demo team',
    responses: { 200: { description: 'The demo team, or null', schema: dataOf(nullable(DemoTeam)) } },
    handle: async ({ scope }) => {
      const demo = await getDemo(scope);
      return { data: demo ? present(demo) : null };
    },
  });

  router.post('/api/instance/demo', {
    operationId: 'createDemo',
    summary: 'Create a demo team: a project with people, agents, tickets and eight weeks of history',
    description:
      'For administrators. You become its owner and get some of its tickets and notifications. No mail is sent and no webhook is called. 409 if there is one.',
    responses: { 201: { description: 'The demo team', schema: dataOf(DemoTeam) } },
    handle: async ({ scope }) => ({ data: present(await createDemo(scope, eventCatalogue)) }),
  });

  router.delete('/api/instance/demo', {
    operationId: 'removeDemo',
    summary: 'Remove the demo team',
    description:
      'Deletes its project with all tickets, its notifications, and your saved views of that project alone. Its workspace goes unless it has other projects. Its accounts are disabled; its agents leave the list of agents. This cannot be undone as a whole.',
    delete: ({ scope }) => removeDemo(scope),
  });
}
