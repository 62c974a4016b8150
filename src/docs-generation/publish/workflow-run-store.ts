import { sql } from '../../platform/db/index.ts';

/** Identifies a run: one per workflow, ref and commit. */
export interface RunKey {
  repository: string;
  workflow: string;
  ref: string;
  sha: string;
}

export interface StartedRun {
  runId: string | null;
  runUrl: string | null;
  startedAt: number;
}

export const findStartedRun = sql.find<RunKey, StartedRun>(`
  select run_id as "runId", run_url as "runUrl", started_at as "startedAt" from docs_workflow_runs
  where repository = :repository and workflow = :workflow and ref = :ref and sha = :sha`);
/** Returns true for the one caller that may start the workflow. */
export const claimRun = sql.change<RunKey & { now: number }>(`
  insert into docs_workflow_runs (repository, workflow, ref, sha, started_at)
  values (:repository, :workflow, :ref, :sha, :now) on conflict do nothing`);
export const recordRun = sql.run<RunKey & { runId: string; runUrl: string }>(`
  update docs_workflow_runs set run_id = :runId, run_url = :runUrl
  where repository = :repository and workflow = :workflow and ref = :ref and sha = :sha`);
export const releaseRun = sql.run<RunKey>(`
  delete from docs_workflow_runs
  where repository = :repository and workflow = :workflow and ref = :ref and sha = :sha and run_id is null`);
