import { setTimeout as wait } from 'node:timers/promises';
import { type AgentTask, type Client, createClient, DocketError } from '../../../sdk/index.ts';
import { secondMs } from '../../platform/clock.ts';

export type Task = AgentTask & { lease: NonNullable<AgentTask['lease']> };

export interface Wanted {
  workerId: string;
  kinds?: string[] | undefined;
  projectId?: string | undefined;
  leaseSeconds: number;
}

/** Somebody else has the task by now, or it was cancelled: it is to be left alone. */
class TaskLost extends Error {}

// Longer than a claim waits, shorter than anybody's patience.
const requestTimeoutMs = 30 * secondMs;
const claimWaitSeconds = 5;

export type TaskClient = ReturnType<typeof newTaskClient>;

/** A worker's way to a Docket that may be away for a while: what fails for no reason of ours is tried again. */
export function newTaskClient(baseUrl: string, apiKey: string, ended: AbortSignal) {
  const client = createClient({ baseUrl, apiKey });

  /** Until it is answered, the task is lost or `until` is over. */
  const report = async (
    ask: (client: Client, signal: AbortSignal) => Promise<unknown>,
    until: AbortSignal,
  ) => {
    for (let tries = 0; ; tries++) {
      try {
        return await ask(client, AbortSignal.timeout(requestTimeoutMs));
      } catch (error) {
        if (error instanceof DocketError && error.status === 409) throw new TaskLost(error.message);
        if (isFinal(error) || until.aborted) throw error;
      }
      await pause(tries, until);
    }
  };

  return {
    /** Waits a little for work; undefined where there is none. */
    claim: async ({ workerId, kinds, projectId, leaseSeconds }: Wanted): Promise<Task | undefined> => {
      for (let tries = 0; !ended.aborted; tries++) {
        try {
          const body = {
            workerId,
            leaseSeconds,
            wait: claimWaitSeconds,
            ...(kinds && { kinds }),
            ...(projectId && { projectId }),
          };
          const answer = await client.claimAgentTask({ body, signal: AbortSignal.timeout(requestTimeoutMs) });
          return (answer as { data: Task } | undefined)?.data;
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

/** What the server refused it will refuse again; what did not reach it, or was too much for it, may work later. */
const isFinal = (error: unknown) =>
  error instanceof DocketError && error.status < 500 && error.status !== 429 && error.status !== 408;

async function pause(tries: number, until: AbortSignal): Promise<void> {
  const ms = Math.min(30 * secondMs, 500 * 2 ** Math.min(tries, 10));
  await wait(ms, undefined, { signal: until }).catch(() => {});
}
