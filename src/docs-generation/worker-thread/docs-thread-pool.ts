import { Worker } from 'node:worker_threads';
import { after } from '../../platform/after.ts';
import { Refusal, type RefusalCode, unavailable } from '../../platform/errors.ts';
import type { TicketLink } from '../drafts/draft-context.ts';
import type { Progress } from './progress.ts';
import type { ThreadMessage, ThreadOrder, ThreadResults, ThreadTask } from './thread-messages.ts';

const heapMbMax = 256;
const patienceMs = 2_000;
const atOnce = 2;
const waitingMax = 50;
// A thread takes a moment to start, and memory while it waits for the next task.
const idleMs = 30_000;

export interface ThreadWishes {
  timeoutMs: number;
  report: (progress: Progress) => void;
  findTickets: (keys: string[]) => Promise<Record<string, TicketLink>>;
}

export type Threads = ReturnType<typeof newThreads>;

/** Runs tasks in threads, a few at once; the others wait in line. */
export function newThreads() {
  const waiting: (() => void)[] = [];
  const idle: { worker: Worker; cancel: () => void }[] = [];
  const workers = new Set<Worker>();
  let running = 0;

  const take = (): Worker => {
    const known = idle.pop();
    known?.cancel();
    if (known) return known.worker;
    const worker = new Worker(new URL('./docs-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    });
    workers.add(worker);
    // Whatever goes wrong while nobody waits for an answer shows as the end of the thread.
    worker.on('error', () => {});
    worker.once('exit', () => {
      workers.delete(worker);
      const at = idle.findIndex((entry) => entry.worker === worker);
      if (at >= 0) idle.splice(at, 1)[0]?.cancel();
    });
    return worker;
  };
  const giveBack = (worker: Worker) => {
    worker.unref();
    const entry = {
      worker,
      cancel: after(idleMs, () => {
        void worker.terminate();
      }),
    };
    idle.push(entry);
  };

  return {
    run: async <T extends ThreadTask>(task: T, wishes: ThreadWishes): Promise<ThreadResults[T['kind']]> => {
      if (running >= atOnce) {
        if (waiting.length >= waitingMax)
          throw unavailable('Too many documentation drafts are being made right now. Try again in a moment.');
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running++;
      const worker = take();
      worker.ref();
      try {
        const answer = await runOn(worker, task, wishes);
        giveBack(worker);
        return answer as ThreadResults[T['kind']];
      } catch (error) {
        // A task that was refused leaves the thread as it was; after anything else nobody knows.
        if (error instanceof Refusal && error.code !== 'UNAVAILABLE') giveBack(worker);
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
  { timeoutMs, report, findTickets }: ThreadWishes,
): Promise<unknown> {
  const tell = (order: ThreadOrder) => worker.postMessage(order);
  let isLate = false;
  let cancelKill = () => {};
  const cancelTimeout = after(timeoutMs, () => {
    isLate = true;
    // First it may end its git; a thread that does not listen is ended.
    tell({ abort: 'timed out' });
    cancelKill = after(patienceMs, () => void worker.terminate());
  });

  const listening = new AbortController();
  const on = <T>(event: string, listener: (value: T) => void) => {
    worker.on(event, listener);
    listening.signal.addEventListener('abort', () => worker.off(event, listener));
  };
  return new Promise<unknown>((resolve, reject) => {
    const fail = (error: unknown) => reject(isLate ? tooLate(timeoutMs) : error);
    on('message', (message: ThreadMessage) => {
      if ('progress' in message) report(message.progress);
      else if ('mentions' in message)
        findTickets(message.mentions).then((tickets) => tell({ tickets }), reject);
      else if ('done' in message) resolve(message.done);
      else if ('refused' in message) {
        const { code, message: sentence, details, retryAfterSeconds } = message.refused;
        const more = {
          ...(details && { details }),
          ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        };
        fail(new Refusal(code as RefusalCode, sentence, more));
      } else fail(new Error(message.failed));
    });
    on('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
    );
    on('exit', () => fail(unavailable('The server is stopping. Try again in a moment.')));
    tell({ task });
  }).finally(() => {
    listening.abort();
    cancelTimeout();
    cancelKill();
  });
}

const tooLate = (timeoutMs: number) =>
  unavailable(
    `The drafts were not ready within ${Math.round(timeoutMs / 1000)} seconds. Take a nearer base, or raise DOCS_TIMEOUT_SECONDS.`,
  );

const tooMuch = () =>
  new Refusal('VALIDATION_ERROR', 'Invalid input data', {
    details: {
      head: [`Head differs from base by more than ${heapMbMax} MB of memory can hold. Take a nearer base`],
    },
  });
