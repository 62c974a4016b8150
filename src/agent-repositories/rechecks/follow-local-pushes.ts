import { type DocsGenerationContext, openProjectRepository } from '../../docs-generation/index.ts';
import { findTicketMentions } from '../../inbound-webhooks/index.ts';
import { startBackgroundLoop } from '../../platform/background-loop.ts';
import { type Clock, minuteMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { listProjectKeys } from '../../projects/index.ts';
import { findSeenCommit, recheckTickets, saveSeenCommit } from '../../proof/index.ts';
import { followLocalLinks } from '../follow-local-links.ts';

interface PushContext {
  db: Database;
  clock: Clock;
  docs: DocsGenerationContext;
  tasksPerHourMax: number;
}

/**
 * Checks done tickets again after the default branch of a local repository has moved: no webhook tells of it. What was
 * pushed before Docket saw the repository for the first time checks nothing. Any number of processes may do so.
 */
export const followLocalPushes = (context: PushContext, signal?: AbortSignal): Promise<void> =>
  followLocalLinks(context, ({ projectId, name }) => followPush(context, projectId, name), signal);

async function followPush(
  { db, clock, docs, tasksPerHourMax }: PushContext,
  projectId: string,
  repository: string,
): Promise<void> {
  const opened = await openProjectRepository(db, docs, projectId, repository);
  if (opened.kind !== 'local') return;
  const known = (await findSeenCommit(db.reads, projectId, repository)) ?? null;
  const { branch, head, author, commits, files } = await opened.readDefaultPush(known);
  if (head === known) return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const isFirst = await saveSeenCommit(tx, { projectId, repository, known, commit: head, seenAt: now });
    if (!isFirst || known === null) return;
    const keys = await listProjectKeys(tx, { projectIds: [projectId] });
    const mentions = commits.flatMap(({ message }) =>
      findTicketMentions(message, keys).map(({ key }) => key),
    );
    await recheckTickets(
      tx,
      { userId: null, name: author || 'git', provider: 'local' },
      [projectId],
      {
        ...{ repository, branch, before: known, after: head, mentions: new Set(mentions) },
        files: files ?? undefined,
        commits: commits.map(({ sha }) => sha),
        source: { provider: 'local' },
      },
      { now, tasksPerHourMax },
    );
  });
}

/** Looks for pushes to the default branches of local repositories. */
export const startLocalPushLoop = ({ logger, ...context }: PushContext & { logger: Logger }) =>
  startBackgroundLoop({
    name: 'local pushes',
    logger,
    intervalMs: minuteMs,
    step: (signal) => followLocalPushes(context, signal),
  });
