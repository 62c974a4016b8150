import type { FastifyInstance } from 'fastify';
import { addMemberRoutes } from './member-routes.ts';
import { addPeopleRoutes } from './people-routes.ts';
import { addProjectRoutes } from './project-routes.ts';

export function addRoutes(app: FastifyInstance): void {
  addProjectRoutes(app);
  addMemberRoutes(app);
  addPeopleRoutes(app);
}
