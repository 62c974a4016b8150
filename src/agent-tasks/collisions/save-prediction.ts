import type { Tx } from '../../platform/db/index.ts';
import { recheckHolds } from '../holds/recheck-holds.ts';
import { predictedMax } from './collision.ts';
import * as store from './collision-store.ts';

// As the column allows.
const pathLengthMax = 400;

export interface PredictionSettings {
  now: number;
  tasksPerHourMax: number;
}

/** Stores the predicted files of a queued task, and decides again whether it is held. */
export async function savePrediction(
  tx: Tx,
  settings: PredictionSettings,
  taskId: string,
  files: readonly { path: string; share: number }[],
): Promise<void> {
  const [task] = await store.lockQueuedTasks(tx, { ids: [taskId] });
  if (!task) return;
  const kept = files.filter(({ path }) => path.length <= pathLengthMax).slice(0, predictedMax);
  await store.deletePredictedFiles(tx, { taskId });
  for (const { path, share } of kept)
    await store.insertPredictedFile(tx, { taskId, path, share: Math.round(share * 1_000) });
  await store.markPredicted(tx, { taskId, predictedFiles: kept.length });
  await recheckHolds(tx, settings, [{ ...task, predictAt: null, predictedFiles: kept.length }]);
}
