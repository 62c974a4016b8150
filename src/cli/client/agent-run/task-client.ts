import { setTimeout as wait } from 'node:timers/promises';
import {
  type AgentTask,
  type AgentTaskForWorker,
  type ClaimedAgentTask,
  type Client,
  createClient,
  DocketError,
} from '../../../../sdk/index.ts';
import { secondMs } from '../../../platform/clock.ts';

export type Task = ClaimedAgentTask & { lease: NonNullable<AgentTask['lease']> };
/** What the answers to a worker carry, besides the task or activity. */
export type ForWorker = Pick<AgentTaskForWorker, 'messages' | 'stop'>;

export interface ClaimRequest {
  workerId: string;
  kinds?: string[] | undefined;
  projectId?: string | undefined;
  leaseSeconds: number;
}

/** Another worker has the task by now, or it was cancelled: stop working on it. */
class TaskLostError extends Error {}

// Longer than a claim waits.
const requestTimeoutMs = 30 * secondMs;
const claimWaitSeconds = 5;

export type TaskClient = ReturnType<typeof newTaskClient>;

/** Calls the API of agent tasks. Retries requests that failed because Docket is unreachable or overloaded. */
export function newTaskClient(baseUrl: string, apiKey: string, ended: AbortSignal) {
  const client = createClient({ baseUrl, apiKey });

  /** Retries until Docket answers, the task is lost or `until` is aborted. */
  const report = async <Answer>(
    send: (client: Client, signal: AbortSignal) => Promise<Answer>,
    until: AbortSignal,
  ): Promise<Answer> => {
    for (let tries = 0; ; tries++) {
      try {
        return await send(client, AbortSignal.timeout(requestTimeoutMs));
      } catch (error) {
        if (error instanceof DocketError && error.status === 409) throw new TaskLostError(error.message);
        if (isFinal(error) || until.aborted) throw error;
      }
      await pause(tries, until);
    }
  };

  return {
    /** Waits up to `claimWaitSeconds` for a task; undefined if there is none. */
    claim: async ({ workerId, kinds, projectId, leaseSeconds }: ClaimRequest): Promise<Task | undefined> => {
      for (let tries = 0; !ended.aborted; tries++) {
        try {
          const body = {
            workerId,
            leaseSeconds,
            wait: claimWaitSeconds,
            ...(kinds && { kinds }),
            ...(projectId && { projectId }),
          };
          const claimed = await client.claimAgentTask({
            body,
            signal: AbortSignal.timeout(requestTimeoutMs),
          });
          return (claimed as { data: Task } | undefined)?.data;
        } catch (error) {
          if (isFinal(error)) throw error;
        }
        await pause(tries, ended);
      }
      return undefined;
    },
    report,
  };
}

/** Whether a retry is pointless: the server refused the request itself. */
const isFinal = (error: unknown) =>
  error instanceof DocketError && error.status < 500 && error.status !== 429 && error.status !== 408;

async function pause(tries: number, until: AbortSignal): Promise<void> {
  const ms = Math.min(30 * secondMs, 500 * 2 ** Math.min(tries, 10));
  await wait(ms, undefined, { signal: until }).catch(() => {});
}
