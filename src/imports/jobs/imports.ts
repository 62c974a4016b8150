import { canMoveInstance } from '../../archives/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { dayMs } from '../../platform/clock.ts';
import type { Database, Queries, Tx } from '../../platform/db/index.ts';
import { quoteNames } from '../../platform/error-texts.ts';
import {
  conflict,
  forbiddenBecause,
  invalid,
  notFound,
  Refusal,
  rateLimited,
} from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Page } from '../../platform/paging.ts';
import type { ByteRange, Storage, StoredFile } from '../../platform/storage/index.ts';
import { canGrantAccess, getProjectFor, type ProjectRecord } from '../../projects/index.ts';
import type { Actor, Scope } from '../../users/index.ts';
import { findUnknownAccounts } from '../archive/survey-instance.ts';
import { importLimits } from '../import-limits.ts';
import { previewInThread } from '../parsing/read-in-thread.ts';
import type { ImportProduct } from '../products.ts';
import type { ImportMapping } from '../readers/index.ts';
import { findUnknownTargets } from '../writing/match-people.ts';
import type { ImportFileRow, ImportRow } from './import-store.ts';
import * as store from './import-store.ts';

const unfinishedOfProjectMax = 10;
const unfinishedOfPersonMax = 2;
const keptMs = 7 * dayMs;

/** The JSON in `imports.request`. The import never has more permissions than the credential that started it. */
export interface StoredImportRequest {
  mapping: ImportMapping;
  /** Maps names, logins and addresses in the files to the id or address of a person here. */
  people: Record<string, string | null>;
  credential: Actor['credential'];
}

export interface NewImport {
  product: ImportProduct;
  mapping?: ImportMapping | undefined;
  people?: Record<string, string | null> | undefined;
}

export type ImportWithFiles = ImportRow & { files: ImportFileRow[] };

/** An import writes in the name of others and creates accounts for them, so agents start none. */
export const canImport = canGrantAccess;

export function assertMayImportInstance(actor: Actor): void {
  if (!canMoveInstance(actor)) throw forbiddenBecause('Only administrators can import an instance');
}

/** The target project; undefined for a whole instance. */
export type ImportTarget = ProjectRecord | undefined;

export async function authorizeTarget(
  queries: Queries,
  actor: Actor,
  projectRef: string | null,
): Promise<ImportTarget> {
  if (projectRef !== null) return getProjectFor(queries, actor, projectRef, canImport);
  assertMayImportInstance(actor);
  return undefined;
}

/** With `projectRef` null, creates an import of a whole instance. */
export async function createImport(
  scope: Scope,
  projectRef: string | null,
  input: NewImport,
): Promise<ImportWithFiles> {
  const project = await authorizeTarget(scope.db.reads, scope.actor, projectRef);
  const request = await toRequest(scope, project, input);
  const projectId = project?.id ?? null;
  return scope.write(async (tx) => {
    const { userId } = scope.actor;
    await assertFewUnfinished(tx, userId);
    if ((await store.countUnfinishedImports(tx, projectId)) >= unfinishedOfProjectMax)
      throw rateLimited(
        `There are ${unfinishedOfProjectMax} unfinished imports. Wait for one to end, or cancel one`,
        10,
      );
    const now = scope.clock.now();
    const id = newId(now);
    await store.insertImport(tx, { ...{ id, projectId, userId, product: input.product, request }, now });
    return withFiles(tx, (await store.findImport(tx, { id })) as ImportRow);
  });
}

export async function getImport(
  { db, actor }: Pick<Scope, 'db' | 'actor'>,
  id: string,
): Promise<ImportWithFiles> {
  return withFiles(db.reads, await getImportFor(db.reads, actor, id));
}

/** The imports of a project, or of whole instances, newest first. */
export async function listImports({ db, actor }: Scope, projectRef: string | null, page: Page) {
  const project = await authorizeTarget(db.reads, actor, projectRef);
  const { rows, ...rest } = await store.listImportsOf(db.reads, project?.id ?? null, page);
  const files =
    rows.length === 0 ? [] : await store.listImportFiles(db.reads, { importIds: rows.map((row) => row.id) });
  return {
    ...rest,
    rows: rows.map((row) => ({ ...row, files: files.filter(({ importId }) => importId === row.id) })),
  };
}

/** Appends files, which are stored already, to those of the import. */
export async function addImportFiles(
  scope: Scope,
  id: string,
  files: (StoredFile & { name: string })[],
): Promise<ImportWithFiles> {
  return scope.write(async (tx) => {
    const row = await lockImportFor(tx, scope.actor, id);
    if (row.state !== 'waiting')
      throw conflict('The import was started already. Create another one for more files.');
    const { files: present } = await withFiles(tx, row);
    if (present.length + files.length > importLimits.filesMax)
      throw invalid({ file: [`An import has at most ${importLimits.filesMax} files`] });
    await store.insertImportFiles(
      tx,
      files.map(({ key, bytes, sha256, name }, index) => ({
        importId: id,
        position: present.length + index,
        fileKey: key,
        name,
        size: bytes,
        sha256,
      })),
    );
    return withFiles(tx, row);
  });
}

/** Queues the import. After a failure or a dry run it can be started again; it skips what it has imported. */
export async function startImport(
  scope: Scope,
  id: string,
  input: { dryRun: boolean } & Pick<NewImport, 'mapping' | 'people'>,
): Promise<ImportWithFiles> {
  const before = await getImportFor(scope.db.reads, scope.actor, id);
  const project = await authorizeTarget(scope.db.reads, scope.actor, before.projectId);
  const stored = JSON.parse(before.request) as StoredImportRequest;
  const request = await toRequest(scope, project, {
    mapping: input.mapping ?? stored.mapping,
    people: input.people ?? stored.people,
  });
  return scope.write(async (tx) => {
    const row = await lockImportFor(tx, scope.actor, id);
    const canStart =
      row.state === 'waiting' || row.state === 'failed' || (row.state === 'done' && row.dryRun === 1);
    if (!canStart) throw conflict(`The import is ${row.state} and cannot be started`);
    const { files } = await withFiles(tx, row);
    if (files.length === 0) throw conflict('The import has no file. Upload one first.');
    const { userId } = scope.actor;
    await assertFewUnfinished(tx, userId, id);
    await store.startImportRow(tx, id, { userId, request, dryRun: input.dryRun }, scope.clock.now());
    if (!input.dryRun) await recordStart(tx, scope, project, row);
    tx.notify();
    return withFiles(tx, (await store.findImport(tx, { id })) as ImportRow);
  });
}

/** Shows the beginning of the CSV file of an import, as a mapping reads it; null if there is none to look into. */
export async function previewImport(
  { db, actor }: Scope,
  storage: Storage,
  id: string,
  mapping: ImportMapping | undefined,
) {
  const row = await getImportFor(db.reads, actor, id);
  if (row.product !== 'csv') throw conflict('Only CSV files have a preview');
  const { files } = await withFiles(db.reads, row);
  if (files.length === 0) throw conflict('The import has no file. Upload one first.');
  const stored = JSON.parse(row.request) as StoredImportRequest;
  return previewInThread(
    mapping ?? stored.mapping,
    files.map((file) => ({
      name: file.name,
      bytes: file.size,
      open: (range?: ByteRange) => readStoredFile(storage, file, range),
    })),
  );
}

/** Reads a file of an import, or a part of it. */
export async function* readStoredFile(
  storage: Storage,
  { name, fileKey }: Pick<ImportFileRow, 'name' | 'fileKey'>,
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  const stream = await storage.open(fileKey, range);
  if (!stream)
    throw new Refusal('NOT_FOUND', `The file ${name} is no longer stored. Upload it again in a new import.`);
  yield* stream;
}

/** Limits the unfinished imports of a person, because each keeps files in storage and occupies a worker. */
async function assertFewUnfinished(tx: Tx, userId: string, except?: string): Promise<void> {
  await tx.advisoryLock(`imports of ${userId}`);
  const unfinished = await store.listUnfinishedImports(tx, userId, except);
  if (unfinished.length < unfinishedOfPersonMax) return;
  const places = unfinished.map(({ projectKey }) => projectKey ?? 'the whole instance');
  throw rateLimited(
    `You have ${unfinishedOfPersonMax} unfinished imports, into ${quoteNames([...new Set(places)])}. Wait for one to end, or cancel one`,
    10,
  );
}

function recordStart(tx: Tx, scope: Scope, project: ImportTarget, { id, product }: ImportRow) {
  if (!project)
    return recordAudit(tx, scope, 'instance.imported', { kind: 'instance', id: 'instance' }, { import: id });
  const subject = { kind: 'project' as const, id: project.id, name: project.name };
  return recordAudit(tx, scope, 'tickets.imported', subject, { product, import: id });
}

/** Cancels an import. What it has imported so far stays. */
export async function cancelImport(scope: Scope, storage: Storage, id: string): Promise<ImportWithFiles> {
  const { files, ...row } = await scope.write(async (tx) => {
    const before = await lockImportFor(tx, scope.actor, id);
    const hasEnded = before.state === 'cancelled' || (before.state === 'done' && before.dryRun === 0);
    if (hasEnded) throw conflict('The import has ended');
    await store.cancelImportRow(tx, { id, now: scope.clock.now() });
    tx.notify();
    const removed = await store.removeFileRows(tx, id);
    return { ...((await store.findImport(tx, { id })) as ImportRow), files: removed };
  });
  for (const { fileKey } of files) await storage.delete(fileKey);
  return { ...row, files: [] };
}

/** Deletes imports a week after they ended or, if never started, after their creation. The file sweep does the rest. */
export async function sweepImports(db: Database, now: number): Promise<void> {
  const ids = await store.listImportsEndedBefore(db.reads, { before: now - keptMs, limit: 100 });
  if (ids.length > 0) await db.transaction((tx) => store.deleteImports(tx, { ids }));
}

async function getImportFor(queries: Queries, actor: Actor, id: string): Promise<ImportRow> {
  const row = await store.findImport(queries, { id });
  if (!row) throw notFound('Import');
  await authorizeTarget(queries, actor, row.projectId);
  return row;
}

async function lockImportFor(tx: Queries, actor: Actor, id: string): Promise<ImportRow> {
  await getImportFor(tx, actor, id);
  return (await store.lockImport(tx, { id })) as ImportRow;
}

const withFiles = async (queries: Queries, row: ImportRow): Promise<ImportWithFiles> => ({
  ...row,
  files: await store.listImportFiles(queries, { importIds: [row.id] }),
});

async function toRequest(
  { db, actor }: Scope,
  project: ImportTarget,
  { mapping = {}, people = {} }: Pick<NewImport, 'mapping' | 'people'>,
): Promise<string> {
  const unknown = await (project
    ? findUnknownTargets(db.reads, project, actor, people)
    : findUnknownAccounts(db.reads, people));
  if (unknown.length > 0) {
    const names = quoteNames(unknown);
    throw invalid({
      people: [
        project
          ? `These people are not members of the project: ${names}. Add them to the project first, or leave them out: the import then names them without an account`
          : `These people have no account here: ${names}`,
      ],
    });
  }
  const stored: StoredImportRequest = { mapping, people, credential: actor.credential };
  return JSON.stringify(stored);
}
