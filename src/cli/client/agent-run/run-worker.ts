import { type Outcome, type RunSettings, runTask } from './run-task.ts';
import { type ClaimRequest, newTaskClient } from './task-client.ts';

export interface WorkerSettings extends RunSettings {
  url: string;
  apiKey: string;
  claimRequest: ClaimRequest;
  /** How many tasks are worked on at once. */
  concurrency: number;
  /** The worker ends after this many tasks; 0: never. */
  tasksMax: number;
  /** The worker claims no more tasks and lets running work finish. */
  stopping: AbortSignal;
  /** Runs after each task, and while there is none. */
  tidy?: () => Promise<void>;
}

export type Tally = Record<Outcome, number>;

/** Claims and runs up to `concurrency` tasks at once, until it is stopped or has run `tasksMax`. */
export async function runWorker(settings: WorkerSettings): Promise<Tally> {
  const { url, apiKey, claimRequest, concurrency, tasksMax, stopping, logger, tidy } = settings;
  const client = newTaskClient(url, apiKey, stopping);
  const tally: Tally = { completed: 0, failed: 0, released: 0, asked: 0, lost: 0 };
  let started = 0;

  const work = async (slot: number) => {
    const workerId = concurrency === 1 ? claimRequest.workerId : `${claimRequest.workerId}#${slot}`;
    while (!stopping.aborted && (tasksMax === 0 || started < tasksMax)) {
      // Counted before the claim, so that the slots together never claim more than `tasksMax`.
      started++;
      const task = await client.claim({ ...claimRequest, workerId });
      if (task) {
        logger.info({ task: task.id, kind: task.kind, attempt: task.attempt }, 'Claimed task');
        const outcome = await runTask(client, task, settings);
        tally[outcome]++;
        logger.info({ task: task.id, outcome }, 'Finished task');
      } else started--;
      await tidy?.();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, slot) => work(slot + 1)));
  return tally;
}
