import { setTimeout as wait } from 'node:timers/promises';
import {
  type CodeHost,
  type PullRequests,
  type RepositoryName,
  sayRepository,
} from '../../code-hosts/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { conflict, Refusal } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Scope } from '../../users/index.ts';
import type { GenerateDocs } from '../docs-schemas.ts';
import type { Published } from './publish-docs.ts';
import { claimRun, findStartedRun, noteRun, type RunKey, releaseRun } from './workflow-run-store.ts';

const claimHeldMs = 60_000;
const otherLooksMs = [200, 300, 500, 1_000, 2_000, 4_000];

/** Starts the workflow once for a state of the branch; whoever asks again is told of that run. */
export async function startWorkflow(
  { db, clock }: Scope,
  host: CodeHost,
  repo: RepositoryName,
  wish: GenerateDocs,
  { branch, sha }: Published,
  workflow: string,
  signal: AbortSignal,
): Promise<{ id: string; url: string }> {
  const pulls = host.pulls as PullRequests;
  const ref = wish.workflowRef ?? branch;
  const start = {
    workflow,
    ref,
    sha: wish.workflowRef === undefined ? sha : (await host.resolve(repo, ref, signal)).sha,
  };
  // The state that counts is that of the drafts, also where the workflow runs on another branch.
  const key = { repository: `${host.kind}:${foldCase(sayRepository(repo))}`, workflow, ref, sha };
  const isOurs = await db.transaction((tx) => claimRun(tx, key, clock.now()));
  if (!isOurs) {
    const known = await findStartedRun(db.reads, key);
    if (known?.runId && known.runUrl !== null) return { id: known.runId, url: known.runUrl };
    const run = await pulls.findRun(repo, start, signal);
    if (run) {
      await db.transaction((tx) => noteRun(tx, key, run.id, run.url));
      return run;
    }
    if (known && clock.now() - known.startedAt < claimHeldMs) {
      const started = await waitForOther(db, key, signal);
      if (started) return started;
      throw conflict('The workflow is being started by another request. Try again in a moment.');
    }
  }
  try {
    const run = await pulls.startWorkflow(repo, start, signal);
    await db.transaction((tx) => noteRun(tx, key, run.id, run.url));
    return run;
  } catch (error) {
    // What the host refused did not start; after any other failure it may have, and the next request looks.
    if (error instanceof Refusal && error.code !== 'UPSTREAM_ERROR')
      await db.transaction((tx) => releaseRun(tx, key));
    throw error;
  }
}

/** Another process is at it; it takes the host a moment. */
async function waitForOther({ reads }: Database, key: RunKey, signal: AbortSignal) {
  for (const ms of otherLooksMs) {
    await wait(ms, undefined, { signal });
    const { runId, runUrl } = (await findStartedRun(reads, key)) ?? {};
    if (runId && typeof runUrl === 'string') return { id: runId, url: runUrl };
  }
  return undefined;
}
