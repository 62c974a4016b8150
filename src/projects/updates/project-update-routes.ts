import type { FastifyInstance } from 'fastify';
import { choice, id, timestamp, trimmed } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { pageQuery } from '../../platform/paging.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { requirePermission } from '../../users/index.ts';
import { getProjectFor } from '../get-project.ts';
import { canReadProject, canWriteInProject } from '../project-access.ts';
import { projectRef } from '../project-schemas.ts';
import { projectHealths, type ProjectUpdate as Update } from './project-update.ts';
import { deleteProjectUpdate, listProjectUpdates, postProjectUpdate } from './project-updates.ts';

const text = { description: 'Markdown', examples: ['The importer is done; the review takes a week longer.'] };

const ProjectUpdate = Type.Object(
  {
    id: id(),
    projectId: id(),
    health: choice(projectHealths),
    text: Type.String(text),
    author: Type.Object({ id: id(), name: Type.String({ examples: ['Ada Lovelace'] }) }),
    createdAt: timestamp(),
  },
  { title: 'ProjectUpdate' },
);

const ProjectUpdateInput = Type.Object({
  health: choice(projectHealths),
  text: Type.Optional(trimmed(0, 20_000, text)),
});

const presentUpdate = (update: Update) =>
  present(ProjectUpdate, update, { author: { id: update.authorId, name: update.authorName } });

const params = Type.Object({ id: projectRef });

export function addProjectUpdateRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Projects', access: 'signed-in', forProjectKeys: true });
  router.list('/api/project/:id/updates', {
    operationId: 'listProjectUpdates',
    summary: 'List what was reported about a project',
    params,
    query: Type.Object(pageQuery),
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    response: { description: 'A page of updates, newest first', item: ProjectUpdate, present: presentUpdate },
    list: ({ scope, params: { id: ref } }, page) => listProjectUpdates(scope, ref, page),
  });

  router.post('/api/project/:id/updates', {
    operationId: 'postProjectUpdate',
    summary: 'Report how a project is doing',
    description: 'The newest update decides the `health` of the project.',
    params,
    body: ProjectUpdateInput,
    authorizeFirst: requirePermission(getProjectFor, canWriteInProject),
    responses: { 201: { description: 'The update', schema: dataOf(ProjectUpdate) } },
    handle: async ({ scope, params: { id: ref }, body: { health, text: words = '' } }) => ({
      data: presentUpdate(await postProjectUpdate(scope, ref, { health, text: words })),
    }),
  });

  router.delete('/api/project/:id/updates/:updateId', {
    operationId: 'deleteProjectUpdate',
    summary: 'Delete an update of a project',
    description: 'Its author may, and admins of the project.',
    params: Type.Object({ id: projectRef, updateId: id() }),
    delete: ({ scope, params: { id: ref, updateId } }) => deleteProjectUpdate(scope, ref, updateId),
  });
}
