import { formatRepositoryName } from '../../code-hosts/index.ts';
import type { GenerateDocs } from '../docs-schemas.ts';
import type { DocsSession } from '../drafting-process/docs-process-pool.ts';
import type { GeneratedDocs } from '../drafting-process/process-messages.ts';
import { docsBranch } from '../publish/docs-branch.ts';
import { newKeyedQueue } from '../publish/keyed-queue.ts';
import type { Published } from '../publish/published.ts';
import {
  type CorrectionScope,
  correctDrafts,
  type DraftsToCorrect,
  rememberWritten,
} from './correct-drafts.ts';

const publishQueue = newKeyedQueue();

/**
 * Publishes drafts with what people decided about them. Concurrent requests for the same pages run one after the other, so
 * the second finds the pull request of the first.
 */
export function publishCorrected(
  scope: CorrectionScope,
  session: DocsSession,
  drafts: DraftsToCorrect,
  request: GenerateDocs,
): Promise<{ made: GeneratedDocs; published: Published }> {
  const { host, repo, links, made: drafted } = drafts;
  return publishQueue.run(`${formatRepositoryName(repo)} ${drafted.docs[0]?.path}`, async () => {
    const { made, written } = await correctDrafts(scope, session, drafts);
    const published = await session.run({ kind: 'publish', host, repo, request, made, written });
    // What was published before is remembered already, and people may have changed it since.
    if (published.pages || written.length === 0)
      await rememberWritten(scope, links, repo, made, docsBranch(made), published.pages ?? []);
    return { made, published };
  });
}
