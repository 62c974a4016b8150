import type { FastifyInstance } from 'fastify';
import { splitList } from '../platform/comma-list.ts';
import { dataOf, newRouter, presentVersioned } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { requirePermission } from '../users/index.ts';
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
  ProjectWithPermissions,
  projectRef,
} from './project-schemas.ts';
import { updateProject, validateProjectChanges } from './update-project.ts';

const params = Type.Object({ id: projectRef });

export function addProjectRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Projects', access: 'signed-in', forProjectKeys: true });
  router.list('/api/projects', {
    operationId: 'listProjects',
    summary: 'List the projects that you may see',
    query: ProjectQuery,
    response: { description: 'A page of projects', item: ProjectWithDetails, present: presentProjectDetails },
    list: ({ scope, query: { sort, order, search, workspace, status } }, page) =>
      listProjects(
        scope,
        { sort, order, search, workspaces: splitList(workspace), statuses: splitList(status) },
        page,
      ),
  });

  router.post('/api/projects', {
    operationId: 'createProject',
    summary: 'Create a project',
    description: 'You become the owner. Without a key, Docket makes one from the name.',
    versioned: true,
    body: ProjectInput,
    validateReferences: ({ scope }, validFields) => validateNewProject(scope, validFields),
    responses: { 201: { description: 'The project', schema: dataOf(ProjectWithDetails) } },
    handle: async ({ scope, body }, reply) =>
      presentVersioned(reply, await createProject(scope, body), presentProjectDetails),
  });

  router.get('/api/project/:id', {
    operationId: 'getProject',
    summary: 'Get a project',
    versioned: true,
    params,
    responses: { 200: { description: 'The project', schema: dataOf(ProjectWithPermissions) } },
    handle: async ({ scope, params: { id } }, reply) =>
      presentVersioned(reply, await getProject(scope, id), presentProjectDetails),
  });

  router.put('/api/project/:id', {
    operationId: 'updateProject',
    summary: 'Change a project',
    description: 'Absent fields keep their value, null clears a field, unknown fields are ignored.',
    versioned: true,
    params,
    body: ProjectPatch,
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    validateReferences: ({ scope, params: { id } }, validFields) =>
      validateProjectChanges(scope, id, validFields),
    responses: { 200: { description: 'The updated project', schema: dataOf(ProjectWithDetails) } },
    handle: async ({ scope, params: { id }, body }, reply) =>
      presentVersioned(reply, await updateProject(scope, id, body), presentProjectDetails),
  });

  router.delete('/api/project/:id', {
    operationId: 'deleteProject',
    summary: 'Delete a project',
    description: 'Hides the project and its tickets until an owner restores it. The key stays reserved.',
    versioned: true,
    params,
    responses: {
      200: { description: 'The project with status `deleted`', schema: dataOf(ProjectWithDetails) },
      204: { description: 'Deleted; for requests with `Prefer: return=minimal`' },
    },
    delete: async ({ scope, params: { id } }) => presentProjectDetails(await deleteProject(scope, id)),
  });

  router.post('/api/project/:id/restore', {
    operationId: 'restoreProject',
    summary: 'Restore a deleted project',
    params,
    responses: { 200: { description: 'The project', schema: dataOf(ProjectWithDetails) } },
    handle: async ({ scope, params: { id } }) => ({
      data: presentProjectDetails(await restoreProject(scope, id)),
    }),
  });
}
