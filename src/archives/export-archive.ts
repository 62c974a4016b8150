import { PassThrough, type Readable } from 'node:stream';
import packageJson from '../../package.json' with { type: 'json' };
import { recordAudit } from '../audit/index.ts';
import type { DatabaseAddress } from '../platform/db/index.ts';
import { forbiddenBecause } from '../platform/errors.ts';
import type { Storage } from '../platform/storage/index.ts';
import type { ArchiveSink } from '../platform/tar/index.ts';
import { canGrantAccess, getProjectFor } from '../projects/index.ts';
import { type Actor, canManageAccess, isInSession, keyProjectLimit, type Scope } from '../users/index.ts';
import type { RowThreads } from './row-threads.ts';
import { writeArchive } from './write-archive.ts';

export interface ExportSettings {
  threads: RowThreads;
  database: DatabaseAddress;
  storage: Storage;
}

export interface ArchiveSubject {
  id: string;
  key: string;
  name: string;
}

/** Agents may not export: an archive has the e-mail addresses of its people and everything that was deleted recently. */
export const canExportProject = canGrantAccess;

/** True if the actor may export the whole instance, or import another one into it. */
export const canMoveInstance = (actor: Actor): boolean =>
  actor.role === 'ADMIN' && canManageAccess(actor) && keyProjectLimit(actor) === undefined;

export function assertMayExportInstance(actor: Actor): void {
  if (!canMoveInstance(actor) || !isInSession(actor))
    throw forbiddenBecause('Only administrators in a session can export the instance');
}

/** Authorizes and records the export before the first byte is sent. */
export async function authorizeExport(
  scope: Scope,
  ref: string | undefined,
): Promise<ArchiveSubject | undefined> {
  if (ref === undefined) {
    assertMayExportInstance(scope.actor);
    await scope.db.transaction((tx) =>
      recordAudit(tx, scope, 'instance.exported', { kind: 'instance', id: 'instance' }),
    );
    return undefined;
  }
  const { id, key, name } = await getProjectFor(scope.db.reads, scope.actor, ref, canExportProject);
  await scope.db.transaction((tx) =>
    recordAudit(tx, scope, 'project.exported', { kind: 'project', id, name }),
  );
  return { id, key, name };
}

/** Streams the bytes of an archive while they are made. Destroying the stream ends the work. */
export function streamArchive(
  settings: ExportSettings,
  project: ArchiveSubject | undefined,
  createdAt: number,
): Readable {
  const stream = new PassThrough();
  writeArchive({ ...settings, docketVersion: packageJson.version, createdAt, project }, toSink(stream)).catch(
    (error: Error) => stream.destroy(error),
  );
  return stream;
}

const toSink = (stream: PassThrough): ArchiveSink => ({
  location: 'the archive',
  write: (chunk) =>
    new Promise((resolve, reject) => {
      if (stream.destroyed) return reject(new Error('The client that reads the archive has disconnected'));
      if (stream.write(chunk)) return resolve();
      const done = () => {
        stream.off('drain', done);
        stream.off('close', done);
        resolve();
      };
      stream.on('drain', done);
      stream.on('close', done);
    }),
  finish: async () => void stream.end(),
  abort: async () => void stream.destroy(),
});
