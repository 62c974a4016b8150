import { type Queries, statement } from '../../platform/db/index.ts';

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

const one = statement<RunKey, StartedRun>(`
  select run_id as "runId", run_url as "runUrl", started_at as "startedAt" from docs_workflow_runs
  where repository = :repository and workflow = :workflow and ref = :ref and sha = :sha`);
const claim = statement<RunKey & { now: number }>(`
  insert into docs_workflow_runs (repository, workflow, ref, sha, started_at)
  values (:repository, :workflow, :ref, :sha, :now) on conflict do nothing`);
const record = statement<RunKey & { runId: string; runUrl: string }>(`
  update docs_workflow_runs set run_id = :runId, run_url = :runUrl
  where repository = :repository and workflow = :workflow and ref = :ref and sha = :sha`);
const release = statement<RunKey>(`
  delete from docs_workflow_runs
  where repository = :repository and workflow = :workflow and ref = :ref and sha = :sha and run_id is null`);

export const findStartedRun = (queries: Queries, key: RunKey) => queries.find(one, key);
/** Returns true for the one caller that may start the workflow. */
export const claimRun = async (tx: Queries, key: RunKey, now: number) =>
  (await tx.run(claim, { ...key, now })) === 1;
export const recordRun = (tx: Queries, key: RunKey, runId: string, runUrl: string) =>
  tx.run(record, { ...key, runId, runUrl });
export const releaseRun = (tx: Queries, key: RunKey) => tx.run(release, key);
