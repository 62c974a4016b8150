import type { FastifyInstance } from 'fastify';
import { splitList } from '../platform/comma-list.ts';
import { listOf, oneOf, presentPage, route, sendUnlessMinimal } from '../platform/http/index.ts';
import { parsePage } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import { createProject, validateNewProject } from './create-project.ts';
import { deleteProject, restoreProject } from './delete-project.ts';
import { getProject, getProjectFor } from './get-project.ts';
import { listProjects } from './list-projects.ts';
import { presentProjectDetails } from './present-project.ts';
import { canEditProject } from './project-access.ts';
import {
  ProjectInput,
  ProjectPatch,
  ProjectQuery,
  ProjectWithDetails,
  projectRef,
} from './project-schemas.ts';
import { updateProject, validateProjectChanges } from './update-project.ts';

const params = Type.Object({ id: projectRef });
const common = { tag: 'Projects', access: 'signed-in', forProjectKeys: true } as const;

export function addProjectRoutes(app: FastifyInstance): void {
  route(app, {
    ...common,
    method: 'GET',
    url: '/api/projects',
    operationId: 'listProjects',
    summary: 'List the projects that you may see',
    query: ProjectQuery,
    answers: { 200: { description: 'A page of projects', schema: listOf(ProjectWithDetails) } },
    handle: async ({ scope, query }) => {
      const page = parsePage(query);
      const { rows, total } = await listProjects(
        scope,
        {
          sort: query.sort,
          order: query.order,
          search: query.search,
          workspaces: splitList(query.workspace),
          statuses: splitList(query.status),
        },
        page,
      );
      return presentPage(rows.map(presentProjectDetails), total, page);
    },
  });

  route(app, {
    ...common,
    method: 'POST',
    url: '/api/projects',
    operationId: 'createProject',
    summary: 'Create a project',
    description: 'You become the owner. Without a key, Docket makes one from the name.',
    versioned: true,
    body: ProjectInput,
    validateReferences: ({ scope }, validFields) => validateNewProject(scope, validFields),
    answers: { 201: { description: 'The project', schema: oneOf(ProjectWithDetails) } },
    handle: async ({ scope, body }, reply) => {
      const project = await createProject(scope, body);
      reply.itemVersion = project.version;
      return reply.code(201).send({ data: presentProjectDetails(project) });
    },
  });

  route(app, {
    ...common,
    method: 'GET',
    url: '/api/project/:id',
    operationId: 'getProject',
    summary: 'Get a project',
    versioned: true,
    params,
    answers: { 200: { description: 'The project', schema: oneOf(ProjectWithDetails) } },
    handle: async ({ scope, params: { id } }, reply) => {
      const project = await getProject(scope, id);
      reply.itemVersion = project.version;
      return { data: presentProjectDetails(project) };
    },
  });

  route(app, {
    ...common,
    method: 'PUT',
    url: '/api/project/:id',
    operationId: 'updateProject',
    summary: 'Change a project',
    description: 'Absent fields keep their value, null clears a field, unknown fields are ignored.',
    versioned: true,
    params,
    body: ProjectPatch,
    authorizeFirst: ({ scope, params: { id } }) =>
      getProjectFor(scope.db.reads, scope.actor, id, canEditProject),
    validateReferences: ({ scope, params: { id } }, validFields) =>
      validateProjectChanges(scope, id, validFields),
    answers: { 200: { description: 'The updated project', schema: oneOf(ProjectWithDetails) } },
    handle: async ({ scope, params: { id }, body }, reply) => {
      const project = await updateProject(scope, id, body);
      reply.itemVersion = project.version;
      return { data: presentProjectDetails(project) };
    },
  });

  route(app, {
    ...common,
    method: 'DELETE',
    url: '/api/project/:id',
    operationId: 'deleteProject',
    summary: 'Delete a project',
    description: 'Hides the project and its tickets until an owner restores it. The key stays reserved.',
    versioned: true,
    params,
    answers: {
      200: { description: 'The project with status `deleted`', schema: oneOf(ProjectWithDetails) },
      204: { description: 'Deleted; for requests with `Prefer: return=minimal`' },
    },
    handle: async ({ scope, params: { id }, headers }, reply) =>
      sendUnlessMinimal(reply, headers, presentProjectDetails(await deleteProject(scope, id))),
  });

  route(app, {
    ...common,
    method: 'POST',
    url: '/api/project/:id/restore',
    operationId: 'restoreProject',
    summary: 'Restore a deleted project',
    params,
    answers: { 200: { description: 'The project', schema: oneOf(ProjectWithDetails) } },
    handle: async ({ scope, params: { id } }) => ({
      data: presentProjectDetails(await restoreProject(scope, id)),
    }),
  });
}
