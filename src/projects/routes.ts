import type { FastifyInstance } from 'fastify';
import { addMemberRoutes } from './member-routes.ts';
import { addPeopleRoutes } from './people-routes.ts';
import { addProjectRoutes } from './project-routes.ts';
import { addRepositoryLinkRoutes } from './repositories/repository-link-routes.ts';
import type { RepositoryTrust } from './repositories/repository-trust.ts';
import { addProjectUpdateRoutes } from './updates/project-update-routes.ts';

export function addRoutes(
  app: FastifyInstance,
  { repositoryTrust }: { repositoryTrust: RepositoryTrust },
): void {
  addProjectRoutes(app);
  addMemberRoutes(app);
  addPeopleRoutes(app);
  addProjectUpdateRoutes(app);
  addRepositoryLinkRoutes(app, repositoryTrust);
}
