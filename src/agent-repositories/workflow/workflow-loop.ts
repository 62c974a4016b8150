import { startBackgroundLoop } from '../../platform/background-loop.ts';
import { minuteMs, secondMs } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { listDueWorkflows, takeDueWorkflow } from '../../projects/index.ts';
import { type RefreshContext, refreshWorkflow } from './refresh-workflow.ts';

const filesPerStep = 20;
// Longer than reading a file may take. If the process ends meanwhile, another one reads it after this time.
const takenMs = 2 * minuteMs;

/** Reads the files that are due, one after the other. Any number of processes may do so. */
export async function refreshDueWorkflows(context: RefreshContext, signal?: AbortSignal): Promise<boolean> {
  const { db, clock } = context;
  const due = await listDueWorkflows(db.reads, { now: clock.now(), limit: filesPerStep });
  for (const { projectId, dueAt } of due) {
    if (signal?.aborted) return false;
    const until = clock.now() + takenMs;
    if (await db.transaction((tx) => takeDueWorkflow(tx, { projectId, dueAt, until })))
      await refreshWorkflow(context, projectId);
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
