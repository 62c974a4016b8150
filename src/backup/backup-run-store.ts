import { type Queries, statement } from '../platform/db/index.ts';

export type BackupKind = 'manual' | 'scheduled';

export interface BackupRun {
  id: string;
  kind: BackupKind;
  startedAt: number;
  leaseUntil: number;
}

const insert = statement<BackupRun>(`
  insert into backup_runs (id, kind, state, started_at, lease_until)
  values (:id, :kind, 'running', :startedAt, :leaseUntil)`);
const extend = statement<{ id: string; leaseUntil: number }>(
  "update backup_runs set lease_until = :leaseUntil where id = :id and state = 'running'",
);
const finish = statement<{ id: string; finishedAt: number; location: string; bytes: number }>(`
  update backup_runs set state = 'done', finished_at = :finishedAt, location = :location, bytes = :bytes where id = :id`);
const fail = statement<{ id: string; finishedAt: number; problem: string }>(`
  update backup_runs set state = 'failed', finished_at = :finishedAt, problem = :problem where id = :id`);
const running = statement<{ now: number }, { id: string }>(
  "select id from backup_runs where state = 'running' and lease_until > :now limit 1",
);
const newestScheduled = statement<object, { state: string; startedAt: number }>(`
  select state, started_at as "startedAt" from backup_runs where kind = 'scheduled'
  order by started_at desc, id desc limit 1`);
const newestDone = statement<
  object,
  { startedAt: number; finishedAt: number; location: string; bytes: number }
>(`
  select started_at as "startedAt", finished_at as "finishedAt", location, bytes from backup_runs
  where state = 'done' order by started_at desc, id desc limit 1`);
const newestFailed = statement<object, { startedAt: number; problem: string }>(`
  select started_at as "startedAt", problem from backup_runs where state = 'failed'
  order by started_at desc, id desc limit 1`);
const prune = statement<{ kept: number }>(`
  delete from backup_runs where state <> 'running' and id not in (
    select id from backup_runs order by started_at desc, id desc limit :kept)
  and id not in (select id from backup_runs where state = 'done' order by started_at desc, id desc limit 1)`);

export const insertRun = (tx: Queries, run: BackupRun) => tx.run(insert, run);
export const extendLease = (tx: Queries, id: string, leaseUntil: number) =>
  tx.run(extend, { id, leaseUntil });
export const finishRun = (
  tx: Queries,
  result: { id: string; finishedAt: number; location: string; bytes: number },
) => tx.run(finish, result);
export const failRun = (tx: Queries, result: { id: string; finishedAt: number; problem: string }) =>
  tx.run(fail, result);
export const findRunning = (queries: Queries, now: number) => queries.find(running, { now });
export const findNewestScheduled = (queries: Queries) => queries.find(newestScheduled, {});
export const findNewestDone = (queries: Queries) => queries.find(newestDone, {});
export const findNewestFailed = (queries: Queries) => queries.find(newestFailed, {});
export const pruneRuns = (tx: Queries, kept: number) => tx.run(prune, { kept });
