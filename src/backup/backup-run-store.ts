import { sql } from '../platform/db/index.ts';

export type BackupKind = 'manual' | 'scheduled';

export interface BackupRun {
  id: string;
  kind: BackupKind;
  startedAt: number;
  leaseUntil: number;
}

export const insertRun = sql.run<BackupRun>(`
  insert into backup_runs (id, kind, state, started_at, lease_until)
  values (:id, :kind, 'running', :startedAt, :leaseUntil)`);
export const extendLease = sql.run<{ id: string; leaseUntil: number }>(
  "update backup_runs set lease_until = :leaseUntil where id = :id and state = 'running'",
);
export const finishRun = sql.run<{ id: string; finishedAt: number; location: string; bytes: number }>(`
  update backup_runs set state = 'done', finished_at = :finishedAt, location = :location, bytes = :bytes where id = :id`);
export const failRun = sql.run<{ id: string; finishedAt: number; problem: string }>(`
  update backup_runs set state = 'failed', finished_at = :finishedAt, problem = :problem where id = :id`);
export const findRunning = sql.find<{ now: number }, { id: string }>(
  "select id from backup_runs where state = 'running' and lease_until > :now limit 1",
);
export const findNewestScheduled = sql.find<object, { state: string; startedAt: number }>(`
  select state, started_at as "startedAt" from backup_runs where kind = 'scheduled'
  order by started_at desc, id desc limit 1`);
export const findNewestDone = sql.find<
  object,
  { startedAt: number; finishedAt: number; location: string; bytes: number; verifiedAt: number | null }
>(`
  select started_at as "startedAt", finished_at as "finishedAt", location, bytes, verified_at as "verifiedAt"
  from backup_runs
  where state = 'done' order by started_at desc, id desc limit 1`);
export const markVerified = sql.run<{ locations: string[]; now: number }>(
  "update backup_runs set verified_at = :now where state = 'done' and location in :locations[]",
);
export const findNewestFailed = sql.find<object, { startedAt: number; problem: string }>(`
  select started_at as "startedAt", problem from backup_runs where state = 'failed'
  order by started_at desc, id desc limit 1`);
export const pruneRuns = sql.run<{ kept: number }>(`
  delete from backup_runs where state <> 'running' and id not in (
    select id from backup_runs order by started_at desc, id desc limit :kept)
  and id not in (select id from backup_runs where state = 'done' order by started_at desc, id desc limit 1)`);
