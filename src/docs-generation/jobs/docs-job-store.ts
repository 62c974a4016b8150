import { type Queries, statement } from '../../platform/db/index.ts';
import type { DocsJobState } from '../docs-schemas.ts';

export interface DocsJobRow {
  id: string;
  userId: string;
  /** The body of the request, as JSON; so are the next three. */
  request: string;
  state: DocsJobState;
  progress: string | null;
  result: string | null;
  error: string | null;
  /** How often it was begun: whoever comes with an older number has lost it. */
  attempts: number;
  createdAt: number;
  updatedAt: number;
}

const columns = `id, user_id as "userId", request, state, progress, result, error, attempts, created_at as "createdAt",
  updated_at as "updatedAt"`;

const insert = statement<{ id: string; userId: string; request: string; now: number }>(`
  insert into docs_jobs (id, user_id, request, state, created_at, updated_at)
  values (:id, :userId, :request, 'queued', :now, :now)`);
const one = statement<{ id: string }, DocsJobRow>(`select ${columns} from docs_jobs where id = :id`);
const openOf = statement<{ userId: string }, { total: number }>(`
  select count(*) as total from docs_jobs where user_id = :userId and state in ('queued', 'running')`);
const next = statement<{ now: number }, { id: string }>(`
  select id from docs_jobs where state in ('queued', 'running') and (leased_until is null or leased_until < :now)
  order by created_at, id limit 1 for update skip locked`);
const take = statement<{ id: string; now: number; until: number }>(`
  update docs_jobs set state = 'running', attempts = attempts + 1, leased_until = :until, updated_at = :now
  where id = :id`);
const hold = statement<{
  id: string;
  attempts: number;
  progress: string | null;
  now: number;
  until: number;
}>(`
  update docs_jobs set progress = coalesce(:progress, progress), leased_until = :until, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts`);
const end = statement<{
  id: string;
  attempts: number;
  state: DocsJobState;
  result: string | null;
  error: string | null;
  now: number;
}>(`
  update docs_jobs set state = :state, result = :result, error = :error, leased_until = null, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts`);
const release = statement<{ id: string; attempts: number; now: number }>(`
  update docs_jobs set state = 'queued', attempts = attempts - 1, leased_until = null, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts`);
const sweep = statement<{ before: number }>(
  "delete from docs_jobs where state in ('done', 'failed') and updated_at < :before",
);

export const insertJob = (tx: Queries, id: string, userId: string, request: string, now: number) =>
  tx.run(insert, { id, userId, request, now });
export const findJob = (queries: Queries, id: string) => queries.find(one, { id });
export const countOpenJobs = async (queries: Queries, userId: string) =>
  Number((await queries.find(openOf, { userId }))?.total ?? 0);

/** The oldest that nobody works on, also one whose worker has not been heard of for too long. */
export async function takeJob(tx: Queries, now: number, until: number): Promise<DocsJobRow | undefined> {
  const found = await tx.find(next, { now });
  if (!found) return undefined;
  await tx.run(take, { id: found.id, now, until });
  return findJob(tx, found.id);
}

export const holdJob = (
  tx: Queries,
  { id, attempts }: DocsJobRow,
  progress: string | null,
  now: number,
  until: number,
) => tx.run(hold, { id, attempts, progress, now, until });

export const endJob = (
  tx: Queries,
  { id, attempts }: DocsJobRow,
  outcome: { state: 'done' | 'failed'; result: string | null; error: string | null },
  now: number,
) => tx.run(end, { id, attempts, ...outcome, now });

/** Back into the line, as if it had not been begun. */
export const releaseJob = (tx: Queries, { id, attempts }: DocsJobRow, now: number) =>
  tx.run(release, { id, attempts, now });

export const sweepJobs = (tx: Queries, before: number) => tx.run(sweep, { before });
