import type { FastifyInstance } from 'fastify';
import { newRouter } from '../platform/http/index.ts';
import { pageQuery } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import { listPeople } from './list-people.ts';
import { FoundPerson, presentFoundPerson } from './person-schemas.ts';

export function addPeopleRoutes(app: FastifyInstance): void {
  newRouter(app, { tag: 'User', access: 'signed-in', forProjectKeys: true }).list('/api/users', {
    operationId: 'listUsers',
    summary: 'Find people whom you share a project or workspace with, by name',
    query: Type.Object({
      ...pageQuery,
      query: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Each word starts a word of the name, or the e-mail address',
          examples: ['ada'],
        }),
      ),
      project: Type.Optional(
        Type.String({ description: 'A project’s id or key: only its members and those of its workspace' }),
      ),
    }),
    response: { description: 'A page of active people', item: FoundPerson, present: presentFoundPerson },
    list: ({ scope, query: { query, project } }, page) => listPeople(scope, { query, project }, page),
  });
}
