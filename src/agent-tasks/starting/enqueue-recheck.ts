import type { Tx } from '../../platform/db/index.ts';
import type { TaskSource } from '../agent-task.ts';
import { type Enqueued, type EnqueueSettings, enqueueTask } from './enqueue-task.ts';
import * as store from './recheck-store.ts';

export const recheckKind = 'recheck';

export interface Recheck {
  projectId: string;
  ticketId: string;
  /** Such as `PAY-12`. */
  ticketLabel: string;
  repository: string;
  branch: string;
  /** The commit that was pushed. */
  commit: string;
  /** Commits on which the checks passed, or may have. */
  good: string[];
  source: Pick<TaskSource, 'provider' | 'deliveryId'>;
}

const goodMax = 20;

/**
 * Queues a task that runs the commands of a ticket's criteria again. A ticket has one such task that waits: a later push
 * changes its commit, and keeps the commits from which the search for the one that broke a check starts.
 */
export async function enqueueRecheck(
  tx: Tx,
  settings: EnqueueSettings,
  { projectId, ticketId, ticketLabel, repository, branch, commit, good, source }: Recheck,
): Promise<Enqueued | undefined> {
  const waiting = await store.lockWaitingTask(tx, { ticketId, kind: recheckKind });
  const before = waiting ? readGood(waiting.input) : [];
  const recheck = { branch, commit, good: [...new Set([...before, ...good])].slice(0, goodMax) };
  const input = { repository, recheck };
  if (waiting) {
    await store.updateTaskInput(tx, {
      id: waiting.id,
      input: JSON.stringify(input),
      updatedAt: settings.now,
    });
    return undefined;
  }
  return enqueueTask(tx, settings, {
    projectId,
    ticketId,
    kind: recheckKind,
    title: `Check ${ticketLabel} again`,
    instructions: `A push to ${branch} of ${repository} touched files of this ticket, which is done. Run the commands of its criteria (GET /api/tickets/[id]/criteria, check.type "command" and isRunnable) at the commit in input.recheck.commit, and report evidence for each with that commit. If one fails, find the commit that broke it between a commit of input.recheck.good on which it passes and that one, and name it in guilty. If you cannot decide, report no evidence and say why. Change nothing.`,
    source: { ...source, event: recheckKind, repo: repository, ref: branch, sha: commit },
    input,
    dedupeKey: `recheck ${ticketId} ${commit}`,
  });
}

function readGood(input: string): string[] {
  const { recheck } = JSON.parse(input) as { recheck?: { good?: unknown } };
  return Array.isArray(recheck?.good) ? recheck.good.filter((sha) => typeof sha === 'string') : [];
}
