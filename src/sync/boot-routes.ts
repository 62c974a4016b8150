import type { FastifyInstance } from 'fastify';
import type { InfoSettings } from '../instance/index.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { loadBoot } from './boot.ts';
import { Boot, presentBoot } from './boot-schemas.ts';
import { addSyncRoutes } from './sync-routes.ts';

/** The first part of the ETag, which otherwise is a hash of the body. */
const bootFormat = 1;

export function addRoutes(app: FastifyInstance, { config }: { config: InfoSettings }): void {
  newRouter(app, { tag: 'Sync', access: 'signed-in', forProjectKeys: true }).get('/api/boot', {
    operationId: 'getBoot',
    summary: 'Get everything that a client needs to start, except tickets',
    description:
      'Your account, preferences, workspaces, projects with your role and permissions, people, labels, groups and the number of unread notifications. An API key that is limited to projects gets what is about these, without e-mail address, preferences, workspaces and notifications.',
    versioned: true,
    responses: { 200: { description: 'What a client needs to start', schema: dataOf(Boot) } },
    handle: async ({ scope }, reply) => {
      const boot = await loadBoot(scope, config);
      reply.itemVersion = bootFormat;
      return { data: presentBoot(boot) };
    },
  });
  addSyncRoutes(app);
}
