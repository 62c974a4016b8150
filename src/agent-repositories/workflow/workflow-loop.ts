import { startBackgroundLoop } from '../../platform/background-loop.ts';
import { secondMs } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { listDueWorkflows, takeDueWorkflow } from '../../projects/index.ts';
import { newReadingEnd, type RefreshContext, refreshWorkflow } from './refresh-workflow.ts';

const filesPerStep = 20;

/** Reads the files that are due, one after the other. Any number of processes may do so. */
export async function refreshDueWorkflows(context: RefreshContext, signal?: AbortSignal): Promise<boolean> {
  const { db, clock } = context;
  const due = await listDueWorkflows(db.reads, { now: clock.now(), limit: filesPerStep });
  for (const { projectId, dueAt } of due) {
    if (signal?.aborted) return false;
    const until = newReadingEnd(context);
    if (await db.transaction((tx) => takeDueWorkflow(tx, { projectId, dueAt, until })))
      await refreshWorkflow(context, projectId, until);
  }
  return due.length === filesPerStep;
}

/** Reads the file WORKFLOW.md of projects when it is due. */
export const startWorkflowLoop = ({ logger, ...context }: RefreshContext & { logger: Logger }) =>
  startBackgroundLoop({
    name: 'workflow files',
    logger,
    intervalMs: 5 * secondMs,
    step: (signal) => refreshDueWorkflows(context, signal),
  });
