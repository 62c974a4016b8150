import {
  byCreation,
  defineInsert,
  type Insert,
  listPage,
  pagedList,
  type Queries,
  sql,
  statement,
  type Tx,
} from '../../platform/db/index.ts';
import type { Page } from '../../platform/paging.ts';
import type { ImportProduct } from '../products.ts';

export const importStates = ['waiting', 'queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type ImportState = (typeof importStates)[number];

export interface ImportRow {
  id: string;
  /** Null for an import of a whole instance. */
  projectId: string | null;
  userId: string;
  product: ImportProduct;
  /** A `StoredImportRequest` as JSON. */
  request: string;
  state: ImportState;
  dryRun: number;
  /** JSON, like `report` and `error`. */
  progress: string | null;
  report: string | null;
  error: string | null;
  /** How often the import was claimed. It is also the fencing token: a worker with an older number cannot write. */
  attempts: number;
  createdAt: number;
  updatedAt: number;
}

export interface ImportFileRow {
  importId: string;
  position: number;
  fileKey: string;
  name: string;
  size: number;
  sha256: string;
}

const columns = `id, project_id as "projectId", user_id as "userId", product, request, state, dry_run as "dryRun", progress,
  report, error, attempts, created_at as "createdAt", updated_at as "updatedAt"`;
const ofProject = pagedList<{ projectId: string }, ImportRow>({
  columns,
  from: 'imports',
  where: 'project_id = :projectId',
  sort: byCreation('created_at', 'id', 'desc'),
});
const ofInstance = pagedList<object, ImportRow>({
  columns,
  from: 'imports',
  where: 'project_id is null',
  sort: byCreation('created_at', 'id', 'desc'),
});
const unfinishedStates = "('waiting', 'queued', 'running')";
// `updated_at` of a queued import is the moment when it was queued.
const nextClaimable = `
  select i.id from imports i
  where i.state in ('queued', 'running') and (i.leased_until is null or i.leased_until < :now)
    and not exists (select 1 from imports r where r.user_id = i.user_id and r.state = 'running' and r.leased_until >= :now)
  order by coalesce((select max(c.claimed_at) from imports c where c.user_id = i.user_id), 0), i.updated_at, i.id
  limit 1`;
const claimable = statement<{ now: number }, { id: string }>(nextClaimable);
const holders = statement<object, { holder: string }>(
  "select distinct leased_by as holder from imports where state = 'running' and leased_by is not null",
);

export const insertImport = sql.run<
  Pick<ImportRow, 'id' | 'projectId' | 'userId' | 'product' | 'request'> & { now: number }
>(`
  insert into imports (id, project_id, user_id, product, request, state, created_at, updated_at)
  values (:id, :projectId, :userId, :product, :request, 'waiting', :now, :now)`);
export const findImport = sql.find<{ id: string }, ImportRow>(
  `select ${columns} from imports where id = :id`,
);
export const lockImport = sql.find<{ id: string }, ImportRow>(
  `select ${columns} from imports where id = :id for update`,
);
/** With `projectId` null, lists the imports of whole instances. */
export const listImportsOf = (queries: Queries, projectId: string | null, page: Page) =>
  projectId === null
    ? listPage(queries, ofInstance, {}, page)
    : listPage(queries, ofProject, { projectId }, page);

const unfinished = statement<{ projectId: string }, { total: number }>(
  `select count(*) as total from imports where project_id = :projectId and state in ${unfinishedStates}`,
);
const unfinishedOfInstance = statement<object, { total: number }>(
  `select count(*) as total from imports where project_id is null and state in ${unfinishedStates}`,
);
export async function countUnfinishedImports(queries: Queries, projectId: string | null): Promise<number> {
  const found =
    projectId === null
      ? await queries.find(unfinishedOfInstance, {})
      : await queries.find(unfinished, { projectId });
  return Number(found?.total ?? 0);
}

const unfinishedOfPerson = statement<
  { userId: string; except: string },
  { id: string; projectKey: string | null }
>(`
  select i.id, p.key as "projectKey" from imports i left join projects p on p.id = i.project_id
  where i.user_id = :userId and i.state in ${unfinishedStates} and i.id <> :except order by i.created_at limit 10`);
/** Lists the ten oldest imports of a person that wait, are queued or run, without the import `except`. */
export const listUnfinishedImports = (queries: Queries, userId: string, except = '') =>
  queries.list(unfinishedOfPerson, { userId, except });

const startRow = statement<{ id: string; userId: string; request: string; dryRun: number; now: number }>(`
  update imports set state = 'queued', user_id = :userId, request = :request, dry_run = :dryRun, progress = null, report = null, error = null,
    attempts = 0, leased_until = null, updated_at = :now
  where id = :id`);
/** Queues the import, which will run with the permissions of this person. */
export const startImportRow = (
  tx: Queries,
  id: string,
  start: { userId: string; request: string; dryRun: boolean },
  now: number,
) => tx.run(startRow, { ...start, id, dryRun: Number(start.dryRun), now });
export const cancelImportRow = sql.run<{ id: string; now: number }>(
  "update imports set state = 'cancelled', leased_until = null, updated_at = :now where id = :id",
);

/** True if `claimImport` may find an import. Most wake-ups have another cause and then need no transaction. */
export const hasClaimableImport = async (queries: Queries, now: number) =>
  (await queries.find(claimable, { now })) !== undefined;

const claim = statement<{ id: string; holder: string; now: number; until: number }>(`
  update imports
  set state = 'running', attempts = attempts + 1, leased_by = :holder, leased_until = :until, claimed_at = :now,
    updated_at = :now
  where id = :id`);
/**
 * Claims an import that is queued, or whose lease expired because its worker died. It takes the person whose last
 * import began longest ago and never a second import of the same person, so that nobody waits for all imports of
 * another person.
 */
export async function claimImport(tx: Tx, holder: string, now: number, until: number) {
  // Without the lock, two workers could each see that the person has no running import and claim two.
  await tx.advisoryLock('import claims');
  const found = await tx.find(claimable, { now });
  if (!found) return undefined;
  await tx.run(claim, { id: found.id, holder, now, until });
  return findImport(tx, { id: found.id });
}

const renewImportLeaseSql = statement<{
  id: string;
  attempts: number;
  progress: string;
  now: number;
  until: number;
}>(`
  update imports set progress = :progress, leased_until = :until, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts`);
/** Returns false if another attempt has claimed the import. */
export const renewImportLease = async (
  tx: Queries,
  { id, attempts }: ImportRow,
  progress: string,
  now: number,
  until: number,
) => (await tx.run(renewImportLeaseSql, { id, attempts, progress, now, until })) === 1;

const finishImportSql = statement<{
  id: string;
  attempts: number;
  state: ImportState;
  report: string | null;
  error: string | null;
  now: number;
}>(`
  update imports set state = :state, report = :report, error = :error, leased_until = null, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts`);
export const finishImport = async (
  tx: Queries,
  { id, attempts }: ImportRow,
  outcome: { state: 'done' | 'failed'; report: string | null; error: string | null },
  now: number,
) => (await tx.run(finishImportSql, { id, attempts, ...outcome, now })) === 1;

const requeueImportSql = statement<{ id: string; attempts: number; countedAttempts: number; now: number }>(`
  update imports set state = 'queued', attempts = :countedAttempts, leased_until = null, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts`);
/** Returns the import to the queue. An attempt that the process itself interrupted does not count. */
export const requeueImport = (
  tx: Queries,
  { id, attempts }: ImportRow,
  counts: { attempt: boolean },
  now: number,
) =>
  tx.run(requeueImportSql, { id, attempts, countedAttempts: counts.attempt ? attempts : attempts - 1, now });

export const listImportHolders = async (queries: Queries) =>
  (await queries.list(holders, {})).map(({ holder }) => holder);
/** Ends the leases of stopped processes, so that another worker can claim their imports at once. */
export const releaseImportsOf = sql.run<{ holders: string[] }>(
  "update imports set leased_until = 0 where state = 'running' and leased_by in :holders[]",
);

export const listImportsEndedBefore = sql.listValues<{ before: number; limit: number }, { id: string }>(
  "select id from imports where state not in ('queued', 'running') and updated_at < :before limit :limit",
);
export const deleteImports = sql.run<{ ids: string[] }>('delete from imports where id in :ids[]');

export const insertImportFiles: Insert<ImportFileRow> = defineInsert(
  'import_files',
  'importId position fileKey name size sha256',
);
export const listImportFiles = sql.list<{ importIds: string[] }, ImportFileRow>(`
  select import_id as "importId", position, file_key as "fileKey", name, size, sha256 from import_files
  where import_id in :importIds[] order by import_id, position`);

const presentKeys = statement<{ keys: string[] }, { key: string }>(
  'select file_key as key from import_files where file_key in :keys[]',
);
export const listImportFileKeys = async (queries: Queries, keys: string[]) =>
  (await queries.list(presentKeys, { keys })).map(({ key }) => key);

const removeFiles = statement<{ importId: string }>('delete from import_files where import_id = :importId');
/** Deletes the rows and returns the files, for the caller to delete after the commit. */
export async function removeFileRows(tx: Queries, importId: string): Promise<ImportFileRow[]> {
  const rows = await listImportFiles(tx, { importIds: [importId] });
  await tx.run(removeFiles, { importId });
  return rows;
}
