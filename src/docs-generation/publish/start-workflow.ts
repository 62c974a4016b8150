import { setTimeout as wait } from 'node:timers/promises';
import {
  formatRepositoryName,
  type RepositoryName,
  type Revision,
  type WorkflowRun,
  type WorkflowStart,
} from '../../code-hosts/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { conflict, Refusal } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Scope } from '../../users/index.ts';
import type { GenerateDocs } from '../docs-schemas.ts';
import type { Published } from './published.ts';
import { claimRun, findStartedRun, type RunKey, recordRun, releaseRun } from './workflow-run-store.ts';

// After this time a claim without a run counts as abandoned, and another request may start the workflow.
const claimTtlMs = 60_000;
const pollDelaysMs = [200, 300, 500, 1_000, 2_000, 4_000];

/** What starting a workflow needs of the code host. */
export interface WorkflowHost {
  kind: string;
  resolve(ref: string): Promise<Revision>;
  findRun(start: WorkflowStart): Promise<WorkflowRun | undefined>;
  startWorkflow(start: WorkflowStart): Promise<WorkflowRun>;
}

/** Starts the workflow once per commit of the branch; a repeated request returns the same run. */
export async function startWorkflow(
  { db, clock }: Scope,
  host: WorkflowHost,
  repo: RepositoryName,
  request: GenerateDocs,
  { branch, sha }: Published,
  workflow: string,
  signal: AbortSignal,
): Promise<{ id: string; url: string }> {
  const ref = request.workflowRef ?? branch;
  const start = {
    workflow,
    ref,
    sha: request.workflowRef === undefined ? sha : (await host.resolve(ref)).sha,
  };
  // The key has the commit of the drafts, even if the workflow runs on another ref.
  const key = { repository: `${host.kind}:${foldCase(formatRepositoryName(repo))}`, workflow, ref, sha };
  const isClaimed = await db.transaction((tx) => claimRun(tx, { ...key, now: clock.now() }));
  if (!isClaimed) {
    const known = await findStartedRun(db.reads, key);
    if (known?.runId && known.runUrl !== null) return { id: known.runId, url: known.runUrl };
    const run = await host.findRun(start);
    if (run) {
      await db.transaction((tx) => recordRun(tx, { ...key, runId: run.id, runUrl: run.url }));
      return run;
    }
    if (known && clock.now() - known.startedAt < claimTtlMs) {
      const started = await waitForConcurrentStart(db, key, signal);
      if (started) return started;
      throw conflict('Another request is starting the workflow. Try again in a moment.');
    }
  }
  try {
    const run = await host.startWorkflow(start);
    await db.transaction((tx) => recordRun(tx, { ...key, runId: run.id, runUrl: run.url }));
    return run;
  } catch (error) {
    // A refused workflow did not start. After any other failure it may have started: the next request asks the host.
    if (error instanceof Refusal && error.code !== 'UPSTREAM_ERROR')
      await db.transaction((tx) => releaseRun(tx, key));
    throw error;
  }
}

/** Waits about 8 s for the request that holds the claim to record its run. */
async function waitForConcurrentStart({ reads }: Database, key: RunKey, signal: AbortSignal) {
  for (const ms of pollDelaysMs) {
    await wait(ms, undefined, { signal });
    const { runId, runUrl } = (await findStartedRun(reads, key)) ?? {};
    if (runId && typeof runUrl === 'string') return { id: runId, url: runUrl };
  }
  return undefined;
}
