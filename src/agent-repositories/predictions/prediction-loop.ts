import { startBackgroundLoop } from '../../platform/background-loop.ts';
import { secondMs } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { type PredictionContext, predictDueTasks } from './predict-task-files.ts';

/** Predicts the files of queued tasks, in projects that ask for it. */
export const startPredictionLoop = (context: PredictionContext & { logger: Logger }) =>
  startBackgroundLoop({
    name: 'file prediction',
    logger: context.logger,
    intervalMs: secondMs,
    step: () => predictDueTasks(context),
  });
