import type { Waiting } from '../../platform/background-loop.ts';
import { byCreation, type Queries, sql, statement } from '../../platform/db/index.ts';
import type { DocsJobState } from '../docs-schemas.ts';

export interface DocsJobRow {
  id: string;
  userId: string;
  /** A `StoredDocsRequest` as JSON. */
  request: string;
  state: DocsJobState;
  /** JSON, as are `result` and `error`. */
  progress: string | null;
  result: string | null;
  error: string | null;
  /** How often the job was claimed. It is also the fencing token: a worker with an older number cannot write. */
  attempts: number;
  createdAt: number;
  updatedAt: number;
}

const columns = `id, user_id as "userId", request, state, progress, result, error, attempts, created_at as "createdAt",
  updated_at as "updatedAt"`;

const oldestClaimable = `
  select id from docs_jobs where state in ('queued', 'running') and (leased_until is null or leased_until < :now)
  order by created_at, id limit 1`;
const holders = statement<object, { holder: string }>(
  "select distinct leased_by as holder from docs_jobs where state = 'running' and leased_by is not null",
);

export const insertJob = sql.run<{ id: string; userId: string; request: string; now: number }>(`
  insert into docs_jobs (id, user_id, request, state, created_at, updated_at)
  values (:id, :userId, :request, 'queued', :now, :now)`);
export const findJob = sql.find<{ id: string }, DocsJobRow>(
  `select ${columns} from docs_jobs where id = :id`,
);
/** Without results, which can be large. */
export const listJobsOf = sql.page<{ userId: string }, DocsJobRow>({
  columns: columns.replace('result,', 'null as result,'),
  from: 'docs_jobs',
  where: 'user_id = :userId',
  sort: byCreation('created_at', 'id', 'desc'),
});
export const countUnfinishedJobs = sql.count<{ userId: string }, { total: number }>(`
  select count(*) as total from docs_jobs where user_id = :userId and state in ('queued', 'running')`);

/** Whether `claimJob` may find one. Most wake-ups of a worker are for something else and need no transaction then. */
export const hasClaimableJob = sql.exists<{ now: number }, { id: string }>(oldestClaimable);

const lockClaimable = statement<{ now: number }, { id: string }>(`${oldestClaimable} for update skip locked`);
const claim = statement<{ id: string; holder: string; now: number; until: number }>(`
  update docs_jobs
  set state = 'running', attempts = attempts + 1, leased_by = :holder, leased_until = :until, updated_at = :now
  where id = :id`);
/** Claims the oldest job that is queued, or whose lease has expired because its worker died. */
export async function claimJob(
  tx: Queries,
  holder: string,
  now: number,
  until: number,
): Promise<DocsJobRow | undefined> {
  const found = await tx.find(lockClaimable, { now });
  if (!found) return undefined;
  await tx.run(claim, { id: found.id, holder, now, until });
  return findJob(tx, { id: found.id });
}

const renewJobLeaseSql = statement<{
  id: string;
  attempts: number;
  progress: string | null;
  now: number;
  until: number;
}>(`
  update docs_jobs set progress = coalesce(:progress, progress), leased_until = :until, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts`);
export const renewJobLease = (
  tx: Queries,
  { id, attempts }: DocsJobRow,
  progress: string | null,
  now: number,
  until: number,
) => tx.run(renewJobLeaseSql, { id, attempts, progress, now, until });

const finishJobSql = statement<{
  id: string;
  attempts: number;
  state: DocsJobState;
  result: string | null;
  error: string | null;
  now: number;
}>(`
  update docs_jobs set state = :state, result = :result, error = :error, leased_until = null, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts`);
export const finishJob = (
  tx: Queries,
  { id, attempts }: DocsJobRow,
  outcome: { state: 'done' | 'failed'; result: string | null; error: string | null },
  now: number,
) => tx.run(finishJobSql, { id, attempts, ...outcome, now });

const requeueJobSql = statement<{ id: string; attempts: number; now: number }>(`
  update docs_jobs set state = 'queued', attempts = attempts - 1, leased_until = null, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts`);
/** Returns the job to the queue; the interrupted attempt does not count. */
export const requeueJob = (tx: Queries, { id, attempts }: DocsJobRow, now: number) =>
  tx.run(requeueJobSql, { id, attempts, now });

export const listJobHolders = async (queries: Queries) =>
  (await queries.list(holders, {})).map(({ holder }) => holder);
/** Lets another worker claim the jobs at once. */
export const releaseJobsOf = sql.run<{ holders: string[] }>(
  "update docs_jobs set leased_until = 0 where state = 'running' and leased_by in :holders[]",
);

export const deleteFinishedJobs = sql.run<{ before: number }>(
  "delete from docs_jobs where state in ('done', 'failed') and updated_at < :before",
);

// The list of states makes SQLite use the index of unfinished jobs.
export const findQueuedDocsJobs = sql.get<object, Waiting>(`
  select count(*) as waiting, min(created_at) as oldest from docs_jobs
  where state in ('queued', 'running') and state = 'queued'`);
