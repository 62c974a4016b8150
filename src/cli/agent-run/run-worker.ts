import { type Outcome, type RunSettings, runTask } from './run-task.ts';
import { newTaskClient, type Wanted } from './task-client.ts';

export interface WorkerSettings extends RunSettings {
  url: string;
  apiKey: string;
  wanted: Wanted;
  /** How many commands run at once. */
  concurrency: number;
  /** After so many tasks it ends; 0: never. */
  tasksMax: number;
  /** Nothing more is claimed; what runs may end. */
  stopping: AbortSignal;
}

export type Tally = Record<Outcome, number>;

/** Claims and runs tasks, several at once, until it is told to stop or has had enough. */
export async function runWorker(settings: WorkerSettings): Promise<Tally> {
  const { url, apiKey, wanted, concurrency, tasksMax, stopping, logger } = settings;
  const client = newTaskClient(url, apiKey, stopping);
  const tally: Tally = { completed: 0, failed: 0, released: 0, asked: 0, lost: 0 };
  let begun = 0;

  const work = async (slot: number) => {
    const workerId = concurrency === 1 ? wanted.workerId : `${wanted.workerId}#${slot}`;
    while (!stopping.aborted && (tasksMax === 0 || begun < tasksMax)) {
      // Taken before the claim, so that the others do not claim the same last one.
      begun++;
      const task = await client.claim({ ...wanted, workerId });
      if (!task) {
        begun--;
        continue;
      }
      logger.info({ task: task.id, kind: task.kind, attempt: task.attempt }, 'claimed');
      const outcome = await runTask(client, task, settings);
      tally[outcome]++;
      logger.info({ task: task.id, outcome }, 'finished');
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, slot) => work(slot + 1)));
  return tally;
}
