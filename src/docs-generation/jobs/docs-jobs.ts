import { dayMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { notFound, rateLimited } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { toIso } from '../../platform/instant.ts';
import type { Scope } from '../../users/index.ts';
import type { DocsDesk } from '../docs-generation-context.ts';
import type { GenerateDocs } from '../docs-schemas.ts';
import { assertGenerable } from '../generate-docs.ts';
import { countOpenJobs, type DocsJobRow, findJob, insertJob, sweepJobs } from './docs-job-store.ts';

const openJobsMax = 20;
const finishedKeptMs = 7 * dayMs;

/** What is kept of a request: it is done with no more than the credential it came with. */
export interface DocsOrder {
  wish: GenerateDocs;
  credential: Scope['actor']['credential'];
}

/** Takes the request down, to be done when its turn comes; what is wrong with it is said at once. */
export async function enqueueDocs(scope: Scope, desk: DocsDesk, wish: GenerateDocs): Promise<DocsJobRow> {
  await assertGenerable(scope, desk, wish);
  const id = newId(scope.clock.now());
  return scope.write(async (tx) => {
    if ((await countOpenJobs(tx, scope.actor.userId)) >= openJobsMax)
      throw rateLimited(`${openJobsMax} of your drafts are still under way. Wait for one of them`, 10);
    await insertJob(
      tx,
      id,
      scope.actor.userId,
      JSON.stringify({ wish, credential: scope.actor.credential } satisfies DocsOrder),
      scope.clock.now(),
    );
    tx.notify();
    return (await findJob(tx, id)) as DocsJobRow;
  });
}

/** Whoever asked for it; to others it does not exist. */
export async function getDocsJob({ db, actor }: Scope, id: string): Promise<DocsJobRow> {
  const job = await findJob(db.reads, id);
  if (job?.userId !== actor.userId) throw notFound('Documentation job');
  return job;
}

export const sweepDocsJobs = (tx: Tx, now: number) => sweepJobs(tx, now - finishedKeptMs);

export const presentDocsJob = ({ id, state, progress, result, error, createdAt, updatedAt }: DocsJobRow) => ({
  id,
  state,
  ...(progress !== null && { progress: JSON.parse(progress) as object }),
  ...(result !== null && { result: JSON.parse(result) as object }),
  ...(error !== null && { error: JSON.parse(error) as object }),
  url: `/api/docs/jobs/${id}`,
  eventsUrl: `/api/docs/jobs/${id}/events`,
  createdAt: toIso(createdAt),
  updatedAt: toIso(updatedAt),
});
