import { startBackgroundLoop } from '../../platform/background-loop.ts';
import { secondMs } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { checkDueMerges, type MergeContext } from './check-merges.ts';

/** Merges the branches of agents with each other after each push, without changing any. */
export const startMergeLoop = (context: MergeContext & { logger: Logger }) =>
  startBackgroundLoop({
    name: 'merges of branches',
    logger: context.logger,
    intervalMs: secondMs,
    step: (signal) => checkDueMerges(context, signal),
  });
