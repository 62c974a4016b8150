import { Worker } from 'node:worker_threads';
import { Refusal, type RefusalCode, unavailable } from '../../platform/errors.ts';
import { setTimer } from '../../platform/timer.ts';
import type { TicketLink } from '../drafts/draft-context.ts';
import type { Progress } from './progress.ts';
import type { ThreadCommand, ThreadMessage, ThreadResults, ThreadTask } from './thread-messages.ts';

const heapMbMax = 256;
const threadsMax = 2;
const queuedTasksMax = 50;
// From the abort message until a thread that has not reacted is terminated.
const abortGraceMs = 2_000;
// An idle thread saves the next task its start-up, but holds memory until then.
const idleMs = 30_000;

export interface ThreadRunOptions {
  timeoutMs: number;
  report: (progress: Progress) => void;
  findTickets: (keys: string[]) => Promise<Record<string, TicketLink>>;
}

export type DocsThreadPool = ReturnType<typeof newDocsThreadPool>;

/** Runs tasks on worker threads, at most two at a time; further tasks wait in a queue. */
export function newDocsThreadPool() {
  const waiting: (() => void)[] = [];
  const idle: { worker: Worker; cancel: () => void }[] = [];
  const workers = new Set<Worker>();
  let running = 0;

  const acquireWorker = (): Worker => {
    const reused = idle.pop();
    reused?.cancel();
    if (reused) return reused.worker;
    const worker = new Worker(new URL('./docs-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    });
    workers.add(worker);
    // Without a listener an error would end the process; `exit` follows every error and removes the thread.
    worker.on('error', () => {});
    worker.once('exit', () => {
      workers.delete(worker);
      const at = idle.findIndex((entry) => entry.worker === worker);
      if (at >= 0) idle.splice(at, 1)[0]?.cancel();
    });
    return worker;
  };
  const releaseWorker = (worker: Worker) => {
    worker.unref();
    const entry = {
      worker,
      cancel: setTimer(idleMs, () => {
        void worker.terminate();
      }),
    };
    idle.push(entry);
  };

  return {
    run: async <T extends ThreadTask>(
      task: T,
      options: ThreadRunOptions,
    ): Promise<ThreadResults[T['kind']]> => {
      if (running >= threadsMax) {
        if (waiting.length >= queuedTasksMax)
          throw unavailable('Too many documentation drafts are in progress. Try again in a moment.');
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running++;
      const worker = acquireWorker();
      worker.ref();
      try {
        const result = await runOn(worker, task, options);
        releaseWorker(worker);
        return result as ThreadResults[T['kind']];
      } catch (error) {
        // A refusal leaves the thread usable; after a timeout or an unexpected error its state is unknown.
        if (error instanceof Refusal && error.code !== 'UNAVAILABLE') releaseWorker(worker);
        else void worker.terminate();
        throw error;
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
    close: async () => {
      for (const { cancel } of idle.splice(0)) cancel();
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}

function runOn(
  worker: Worker,
  task: ThreadTask,
  { timeoutMs, report, findTickets }: ThreadRunOptions,
): Promise<unknown> {
  const send = (command: ThreadCommand) => worker.postMessage(command);
  let hasTimedOut = false;
  let cancelKill = () => {};
  const cancelTimeout = setTimer(timeoutMs, () => {
    hasTimedOut = true;
    // The abort lets the thread stop its git process; a thread that does not react is terminated.
    send({ abort: 'timed out' });
    cancelKill = setTimer(abortGraceMs, () => void worker.terminate());
  });

  const listeners = new AbortController();
  const on = <T>(event: string, listener: (value: T) => void) => {
    worker.on(event, listener);
    listeners.signal.addEventListener('abort', () => worker.off(event, listener));
  };
  return new Promise<unknown>((resolve, reject) => {
    const fail = (error: unknown) => reject(hasTimedOut ? timedOut(timeoutMs) : error);
    on('message', (message: ThreadMessage) => {
      if ('progress' in message) report(message.progress);
      else if ('ticketKeys' in message)
        findTickets(message.ticketKeys).then((tickets) => send({ tickets }), reject);
      else if ('done' in message) resolve(message.done);
      else if ('refused' in message) {
        const { code, message: text, details, retryAfterSeconds } = message.refused;
        const more = {
          ...(details && { details }),
          ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        };
        fail(new Refusal(code as RefusalCode, text, more));
      } else fail(new Error(message.failed));
    });
    on('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : error),
    );
    on('exit', () => fail(unavailable('The server is stopping. Try again in a moment.')));
    send({ task });
  }).finally(() => {
    listeners.abort();
    cancelTimeout();
    cancelKill();
  });
}

const timedOut = (timeoutMs: number) =>
  unavailable(
    `The drafts were not ready within ${Math.round(timeoutMs / 1000)} seconds. Choose a base closer to head, or raise DOCS_TIMEOUT_SECONDS.`,
  );

const outOfMemory = () =>
  new Refusal('VALIDATION_ERROR', 'Invalid input data', {
    details: {
      head: [
        `The difference between base and head needs more than ${heapMbMax} MB of memory. Choose a base closer to head`,
      ],
    },
  });
