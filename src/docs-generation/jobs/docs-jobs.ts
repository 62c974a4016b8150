import type { EntryPage } from '../../../packages/docs-drafts/index.ts';
import { dayMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { notFound, rateLimited } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { toIso } from '../../platform/instant.ts';
import type { Page } from '../../platform/paging.ts';
import type { Scope } from '../../users/index.ts';
import { deleteWrittenPages } from '../corrections/correction-store.ts';
import type { DocsGenerationContext } from '../docs-generation-context.ts';
import type { GenerateDocs, GeneratedDocsResponse } from '../docs-schemas.ts';
import { prepareGeneration } from '../generate-docs.ts';
import type { DocsJobRow } from './docs-job-store.ts';
import * as store from './docs-job-store.ts';

const unfinishedJobsMax = 20;
const finishedJobTtlMs = 7 * dayMs;
/** A pull request that nobody updated for so long teaches nothing more. */
const writtenPageTtlMs = 365 * dayMs;

/** The JSON in `docs_jobs.request`. The job runs with no more permissions than the credential of the request. */
export interface StoredDocsRequest {
  /** The body of the request. Jobs queued by earlier versions use this name, so it stays. */
  wish: GenerateDocs;
  credential: Scope['actor']['credential'];
}

/** The JSON in `docs_jobs.result`. */
export type StoredDocsResult = GeneratedDocsResponse & {
  /** The pages before the corrections of people, if those changed any. */
  drafted?: EntryPage[];
};

/** Validates and authorizes the request at once, then stores it for a worker. */
export async function enqueueDocsJob(
  scope: Scope,
  context: DocsGenerationContext,
  request: GenerateDocs,
): Promise<DocsJobRow> {
  await prepareGeneration(scope, context, request);
  const { userId, credential } = scope.actor;
  const now = scope.clock.now();
  const id = newId(now);
  const stored: StoredDocsRequest = { wish: request, credential };
  return scope.write(async (tx) => {
    if ((await store.countUnfinishedJobs(tx, { userId })) >= unfinishedJobsMax)
      throw rateLimited(
        `You have ${unfinishedJobsMax} unfinished documentation jobs. Wait for one to end`,
        10,
      );
    await store.insertJob(tx, { id, userId, request: JSON.stringify(stored), now });
    tx.notify();
    return (await store.findJob(tx, { id })) as DocsJobRow;
  });
}

/** Only the user who requested a job can see it; others get 404. */
export async function getDocsJob({ db, actor }: Scope, id: string): Promise<DocsJobRow> {
  const job = await store.findJob(db.reads, { id });
  if (job?.userId !== actor.userId) throw notFound('Documentation job');
  return job;
}

/** The actor's jobs, newest first, without their results. */
export const listDocsJobs = ({ db, actor }: Scope, page: Page) =>
  store.listJobsOf(db.reads, { userId: actor.userId }, page);

export async function sweepDocsJobs(tx: Tx, now: number): Promise<void> {
  await store.deleteFinishedJobs(tx, { before: now - finishedJobTtlMs });
  await deleteWrittenPages(tx, { before: now - writtenPageTtlMs });
}

const presentResult = ({ drafted: _, ...response }: StoredDocsResult): object => response;

export const presentDocsJob = ({
  id,
  request,
  state,
  progress,
  result,
  error,
  createdAt,
  updatedAt,
}: DocsJobRow) => ({
  id,
  state,
  request: (JSON.parse(request) as StoredDocsRequest).wish,
  ...(progress !== null && { progress: JSON.parse(progress) as object }),
  ...(result !== null && { result: presentResult(JSON.parse(result) as StoredDocsResult) }),
  ...(error !== null && { error: JSON.parse(error) as object }),
  url: `/api/docs/jobs/${id}`,
  eventsUrl: `/api/docs/jobs/${id}/events`,
  createdAt: toIso(createdAt),
  updatedAt: toIso(updatedAt),
});
