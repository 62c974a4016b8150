import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { secondMs } from '../platform/clock.ts';
import type { DatabaseAddress } from '../platform/db/index.ts';
import { newRouter } from '../platform/http/index.ts';
import { toIso } from '../platform/instant.ts';
import { newPlacesPerPerson } from '../platform/places-per-person.ts';
import { Type } from '../platform/schema.ts';
import type { Storage } from '../platform/storage/index.ts';
import { getProjectFor, projectRef } from '../projects/index.ts';
import { requirePermission, type Scope } from '../users/index.ts';
import {
  assertMayExportInstance,
  authorizeExport,
  canExportProject,
  streamArchive,
} from './export-archive.ts';
import { RowThreads } from './row-threads.ts';

interface RoutesContext {
  storage: Storage;
  config: { database: DatabaseAddress };
}

// An export occupies a thread and, on SQLite, a copy of the database until its client has read it.
const archivesPerPersonMax = 1;
const archivesMax = 3;
// How long a running export may continue after shutdown begins.
const shutdownTimeoutMs = 5 * secondMs;

const description =
  'A tar file with JSON lines and the attached files, which another Docket imports; docs/archive-format.md describes it. The response is streamed: a file without `manifest.json.sha256` at its end is incomplete.';
const responses = {
  200: {
    description: 'The archive',
    schema: Type.String({ format: 'binary', examples: ['docket-archive.json …'] }),
    contentType: 'application/x-tar',
  },
};

export function addRoutes(app: FastifyInstance, { storage, config }: RoutesContext): void {
  const open = new Set<Readable>();
  const threads = new RowThreads();
  app.addHook('onClose', () => threads.close());
  const ofPerson = newPlacesPerPerson(archivesPerPersonMax, () => 'Another archive of yours is being made.');
  const ofProcess = newPlacesPerPerson(archivesMax, () => `${archivesMax} archives are being made.`);
  app.addHook('preClose', async () => {
    const timer = setTimeout(() => {
      for (const stream of open) stream.destroy();
    }, shutdownTimeoutMs);
    timer.unref();
  });

  const send = async (scope: Scope, ref: string | undefined, method: string, reply: FastifyReply) => {
    reply.raw.once('close', ofPerson.take(scope.actor.userId));
    reply.raw.once('close', ofProcess.take('everybody'));
    const project = await authorizeExport(scope, ref);
    const now = scope.clock.now();
    const name = `${project?.key ?? 'docket'}-${toIso(now).slice(0, 10)}.docket.tar`;
    reply.headers({
      'content-type': 'application/x-tar',
      'content-disposition': `attachment; filename="${name}"`,
    });
    if (method === 'HEAD') return reply.send();
    const stream = streamArchive({ threads, database: config.database, storage }, project, now);
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    return reply.send(stream);
  };

  const router = newRouter(app, { tag: 'Archives', access: 'signed-in' });
  router.get('/api/project/:id/archive', {
    operationId: 'exportProject',
    summary: 'Export a project as an archive',
    description: `For administrators of the project. ${description}`,
    forProjectKeys: true,
    params: Type.Object({ id: projectRef }),
    authorizeFirst: requirePermission(getProjectFor, canExportProject),
    responses,
    handle: ({ scope, params, method }, reply) => send(scope, params.id, method, reply),
  });

  router.get('/api/admin/archive', {
    operationId: 'exportInstance',
    summary: 'Export the whole instance as an archive',
    description: `For administrators. ${description} Backups, with which an instance is restored as it was, are made by \`docket backup\`.`,
    authorizeFirst: async ({ scope }) => assertMayExportInstance(scope.actor),
    responses,
    handle: ({ scope, method }, reply) => send(scope, undefined, method, reply),
  });
}
