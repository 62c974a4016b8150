import type { FastifyInstance } from 'fastify';
import { dataOf, newRouter, presentVersioned } from '../../platform/http/index.ts';
import { pageQuery } from '../../platform/paging.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { canUseRepositories, canWriteInProject, getProjectFor, projectRef } from '../../projects/index.ts';
import { requirePermission } from '../../users/index.ts';
import type { DocsGenerationContext } from '../docs-generation-context.ts';
import {
  CorrectionInput,
  DocsCorrection,
  DocsPreview,
  entryId,
  JobQuery,
  PublishedPages,
  repositoryQuery,
} from './correction-schemas.ts';
import { decideEntry, listCorrections, type NamedCorrection } from './corrections.ts';
import { presentAuthor, previewDocs, readPublishedPages } from './preview-docs.ts';

const ofProject = Type.Object({ id: projectRef });
const ofEntry = Type.Object({ id: projectRef, entryId });
const authorizeRead = requirePermission(getProjectFor, canUseRepositories);

/** What people decide about the entries of drafts, and the drafts with these decisions. */
export function addCorrectionRoutes(app: FastifyInstance, context: DocsGenerationContext): void {
  const router = newRouter(app, { tag: 'Documentation', access: 'signed-in' });
  router.list('/api/project/:id/docs/corrections', {
    operationId: 'listDocsCorrections',
    summary: 'List what people decided about entries of drafts, the newest first',
    params: ofProject,
    query: Type.Object({ ...repositoryQuery, ...pageQuery }),
    authorizeFirst: authorizeRead,
    response: { description: 'A page of decisions', item: DocsCorrection, present: presentCorrection },
    list: ({ scope, params: { id }, query: { repo } }, page) => listCorrections(scope, id, repo, page),
  });

  router.put('/api/project/:id/docs/corrections/:entryId', {
    operationId: 'decideDocsEntry',
    summary: 'Accept, edit or drop an entry of drafts, or take that back',
    description:
      'Later drafts of the same commits have the decision. `If-Match: "0"` is for an entry that nobody has decided about.',
    versioned: true,
    params: ofEntry,
    body: CorrectionInput,
    authorizeFirst: requirePermission(getProjectFor, canWriteInProject),
    responses: { 200: { description: 'The decision', schema: dataOf(DocsCorrection) } },
    handle: async ({ scope, params, body }, reply) =>
      presentVersioned(reply, await decideEntry(scope, params.id, params.entryId, body), presentCorrection),
  });

  router.get('/api/project/:id/docs/preview', {
    operationId: 'previewDocs',
    summary: 'Get the drafts of a job in pieces, with what was decided about each entry',
    params: ofProject,
    query: JobQuery,
    authorizeFirst: authorizeRead,
    responses: { 200: { description: 'The pages', schema: dataOf(DocsPreview) } },
    handle: async ({ scope, params: { id }, query: { job } }) => ({
      data: await previewDocs(scope, id, job),
    }),
  });

  router.get('/api/project/:id/docs/published', {
    operationId: 'readPublishedDocs',
    summary: 'Get the published versions of the pages that a job drafted',
    description:
      'Those of the default branch of the repository, or of another one that the project links. Waits for the code host.',
    asksOthers: true,
    params: ofProject,
    query: JobQuery,
    authorizeFirst: authorizeRead,
    responses: {
      200: { description: 'The pages; null where none is published', schema: dataOf(PublishedPages) },
    },
    handle: async ({ scope, params: { id }, query: { job } }) => ({
      data: await readPublishedPages(scope, context, id, job),
    }),
  });
}

const presentCorrection = (row: NamedCorrection) =>
  present(DocsCorrection, row, {
    repo: row.repository,
    text: row.decision === 'edited' ? row.text : null,
    author: presentAuthor(row),
  });
