import type { FastifyInstance } from 'fastify';
import { addFormRoutes, keepOrDiscard, receiveFiles } from '../attachments/index.ts';
import type { Database } from '../platform/db/index.ts';
import { id, nullable } from '../platform/field-schemas.ts';
import { dataOf, newJobStreams, newRouter } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import type { Storage } from '../platform/storage/index.ts';
import { getProjectFor, projectRef } from '../projects/index.ts';
import { requirePermission } from '../users/index.ts';
import { importLimits } from './import-limits.ts';
import {
  CreateImport,
  CreateInstanceImport,
  Import,
  ImportPreview,
  PreviewImport,
  presentImport,
  StartImport,
} from './import-schemas.ts';
import {
  addImportFiles,
  assertMayImportInstance,
  cancelImport,
  canImport,
  createImport,
  getImport,
  listImports,
  previewImport,
  startImport,
} from './jobs/imports.ts';

interface RoutesContext {
  db: Database;
  storage: Storage;
  config: { IMPORT_BYTES_MAX: number };
}

const common = { tag: 'Imports', access: 'signed-in', forProjectKeys: true } as const;
const ofProject = Type.Object({ id: projectRef });
const params = Type.Object({ id: id() });
const one = (description: string) => ({ description, schema: dataOf(Import) });

export function addRoutes(app: FastifyInstance, { db, storage, config }: RoutesContext): void {
  const router = newRouter(app, common);
  const streamJob = newJobStreams(app, db);
  const authorizeProject = requirePermission(getProjectFor, canImport);

  router.list('/api/project/:id/imports', {
    operationId: 'listImports',
    summary: 'List the imports into a project, newest first',
    description: 'For administrators of the project. An import is listed for seven days after it ended.',
    params: ofProject,
    authorizeFirst: authorizeProject,
    response: { description: 'A page of imports', item: Import, present: presentImport },
    list: ({ scope, params: { id: ref } }, page) => listImports(scope, ref, page),
  });

  router.post('/api/project/:id/imports', {
    operationId: 'createImport',
    summary: 'Create an import of tickets from another product',
    description:
      'For administrators of the project. Then upload the files, start a dry run, read its report, and start the import.',
    params: ofProject,
    body: CreateImport,
    authorizeFirst: authorizeProject,
    responses: { 201: one('The import, which waits for files') },
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: presentImport(await createImport(scope, ref, body)),
    }),
  });

  const ofInstance = newRouter(app, { tag: 'Imports', access: 'signed-in' });
  ofInstance.list('/api/admin/imports', {
    operationId: 'listInstanceImports',
    summary: 'List the imports of whole instances, newest first',
    description: 'For administrators. An import is listed for seven days after it ended.',
    authorizeFirst: async ({ scope }) => assertMayImportInstance(scope.actor),
    response: { description: 'A page of imports', item: Import, present: presentImport },
    list: ({ scope }, page) => listImports(scope, null, page),
  });

  ofInstance.post('/api/admin/imports', {
    operationId: 'createInstanceImport',
    summary: 'Create an import of the archive of a whole instance',
    description:
      'For administrators. Then upload the archive, start a dry run, read its report, and start the import. Roles come with it, also those of administrators: import only archives that you trust. Refused if this Docket has projects or accounts that clash.',
    body: CreateInstanceImport,
    authorizeFirst: async ({ scope }) => assertMayImportInstance(scope.actor),
    responses: { 201: one('The import, which waits for its file') },
    handle: async ({ scope, body }) => ({
      data: presentImport(await createImport(scope, null, { product: 'docket', ...body })),
    }),
  });

  router.get('/api/imports/:id', {
    operationId: 'getImport',
    summary: 'Get the state, progress and report of an import',
    params,
    authorizeFirst: ({ scope, params: { id: importId } }) => getImport(scope, importId),
    responses: { 200: one('The import') },
    handle: async ({ scope, params: { id: importId } }) => ({
      data: presentImport(await getImport(scope, importId)),
    }),
  });

  router.get('/api/imports/:id/events', {
    operationId: 'streamImport',
    summary: 'Stream the progress of an import',
    description:
      'Server-sent events: an `import` event with the import whenever it changes, until it waits for a person or has ended.',
    params,
    authorizeFirst: ({ scope, params: { id: importId } }) => getImport(scope, importId),
    responses: {
      200: { description: 'Events until it ends', schema: Import, contentType: 'text/event-stream' },
    },
    handle: ({ scope, params: { id: importId }, method }, reply) =>
      streamJob(reply, method, {
        event: 'import',
        read: async () => presentImport(await getImport(scope, importId)),
        hasEnded: ({ state }) => state !== 'queued' && state !== 'running',
      }),
  });

  addFormRoutes(app, (formApp) =>
    newRouter(formApp, common).post('/api/imports/:id/files', {
      operationId: 'addImportFiles',
      summary: 'Upload files of an import',
      description: 'If one file is refused, none is added.',
      params,
      filesMax: importLimits.filesMax,
      responses: { 201: one('The import with its files') },
      handle: async (request) => {
        const { scope, params } = request;
        // Authorizes before the first byte is read; `addImportFiles` authorizes again.
        await getImport(scope, params.id);
        const { filesMax } = importLimits;
        const files = await receiveFiles(request, storage, { filesMax, bytesMax: config.IMPORT_BYTES_MAX });
        const changed = await keepOrDiscard(storage, files, () => addImportFiles(scope, params.id, files));
        return { data: presentImport(changed) };
      },
    }),
  );

  router.post('/api/imports/:id/preview', {
    operationId: 'previewImport',
    summary: 'Show the beginning of a CSV file as a mapping reads it',
    description:
      'Changes nothing. Without `mapping`, that of the import applies. A file that is not UTF-8 is shown as Windows-1252: name the `encoding` in the mapping to import it. Null if all files are archives.',
    params,
    body: PreviewImport,
    authorizeFirst: ({ scope, params: { id: importId } }) => getImport(scope, importId),
    responses: {
      200: { description: 'Columns and first rows', schema: dataOf(nullable(ImportPreview)) },
    },
    handle: async ({ scope, params: { id: importId }, body }) => ({
      data: await previewImport(scope, storage, importId, body.mapping),
    }),
  });

  router.post('/api/imports/:id/start', {
    operationId: 'startImport',
    summary: 'Start an import, or a dry run of it',
    description:
      'It runs in the background: read it again to follow it. After a dry run it can be started for real, with another mapping if need be. Tickets that the project has from an earlier import are left as they are.',
    params,
    body: StartImport,
    authorizeFirst: ({ scope, params: { id: importId } }) => getImport(scope, importId),
    responses: { 200: one('The import, queued') },
    handle: async ({ scope, params: { id: importId }, body }) => ({
      data: presentImport(await startImport(scope, importId, body)),
    }),
  });

  router.delete('/api/imports/:id', {
    operationId: 'cancelImport',
    summary: 'Cancel an import and delete its files',
    description: 'What it has imported already stays.',
    params,
    responses: { 200: one('The cancelled import') },
    delete: async ({ scope, params: { id: importId } }) =>
      presentImport(await cancelImport(scope, storage, importId)),
  });
}
