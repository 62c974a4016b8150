import type { CommandLine } from './command-lines.ts';
import type { ForWorker, Task } from './task-client.ts';

/** Work on one task: a command, an agent, or either of them in a folder of its own. */
export interface Work {
  /** Takes messages of people and a request to stop; the same ones may come again. */
  receive(answer: ForWorker): void;
  /** The ids of messages that reached the work since the last call. */
  takeRead(): string[];
  /** Ends it with all its processes. */
  terminate(): void;
  ended: Promise<Ending>;
}

export type Report = (line: CommandLine) => void;
export type StartWork = (task: Task, report: Report) => Work;

/** How the work ended. A question, a result or a type of failure was reported before. */
export type Ending =
  | { outcome: 'completed' }
  | { outcome: 'released'; delaySeconds?: number }
  | { outcome: 'failed'; error: string; retryable: boolean };

/** What every program that works on a task finds in its environment. */
export const taskEnvironment = (task: Task): Record<string, string> => ({
  DOCKET_TASK_ID: task.id,
  DOCKET_TASK_EPOCH: String(task.lease.epoch),
  DOCKET_TASK_KIND: task.kind,
  DOCKET_WORKER_ID: task.lease.workerId,
});
