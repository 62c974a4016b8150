import type { Progress, TicketLink } from '../../../packages/docs-drafts/index.ts';
import { Refusal, unavailable } from '../../platform/errors.ts';
import { setTimer } from '../../platform/timer.ts';
import { DocsProcess, type ProcessSettings } from './docs-process-handle.ts';
import type { DocsTask, TaskResults } from './process-messages.ts';

const processesMax = 2;
const queuedSessionsMax = 50;
// An idle process saves the next task its start-up, but holds memory until then.
const idleMs = 30_000;

export interface SessionOptions {
  /** For all tasks of the session together. */
  timeoutMs: number;
  /** Gives up if no process is free by then. */
  waitMs?: number;
  report: (progress: Progress) => void;
  findTickets: (keys: string[]) => Promise<Record<string, TicketLink>>;
}

/** Runs tasks one after the other in the same process. */
export interface DocsSession {
  run<T extends DocsTask>(task: T): Promise<TaskResults[T['kind']]>;
}

export type DocsProcessPool = ReturnType<typeof newDocsProcessPool>;

/**
 * Runs tasks in child processes, at most two at a time; further sessions wait in a queue. What a code host sends is read
 * and parsed there: if it exhausts the memory or crashes the process, that session fails and nothing else.
 */
export function newDocsProcessPool(settings: ProcessSettings) {
  const waiting: (() => void)[] = [];
  const idle: { process: DocsProcess; cancel: () => void }[] = [];
  const processes = new Set<DocsProcess>();
  let running = 0;
  let isClosing = false;

  const acquire = (): DocsProcess => {
    for (let entry = idle.pop(); entry; entry = idle.pop()) {
      entry.cancel();
      if (!entry.process.isGone) return entry.process;
    }
    const process = new DocsProcess(settings, () => processes.delete(process));
    processes.add(process);
    return process;
  };
  const release = (process: DocsProcess) => {
    if (isClosing) return process.kill();
    idle.push({ process, cancel: setTimer(idleMs, () => process.kill()) });
  };

  const use = async <T>(options: SessionOptions, work: (session: DocsSession) => Promise<T>): Promise<T> => {
    if (running >= processesMax) {
      if (waiting.length >= queuedSessionsMax) throw tooMany();
      await waitForTurn(waiting, options.waitMs);
    } else running++;
    try {
      if (isClosing) throw unavailable('The server is stopping. Try again in a moment.');
      return await useProcess(acquire(), options, work, release);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };

  return {
    use,
    run: <T extends DocsTask>(task: T, options: SessionOptions) =>
      use(options, (session) => session.run(task)),
    close: async () => {
      isClosing = true;
      for (const { cancel } of idle.splice(0)) cancel();
      await Promise.all([...processes].map((process) => process.stop()));
    },
  };
}

const tooMany = () => unavailable('Too many documentation drafts are in progress. Try again in a moment.');

function waitForTurn(waiting: (() => void)[], waitMs: number | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiting.splice(waiting.indexOf(start), 1);
      reject(tooMany());
    };
    const cancel = waitMs === undefined ? () => {} : setTimer(waitMs, giveUp);
    const start = () => {
      cancel();
      resolve();
    };
    waiting.push(start);
  });
}

async function useProcess<T>(
  process: DocsProcess,
  { timeoutMs, report, findTickets }: SessionOptions,
  work: (session: DocsSession) => Promise<T>,
  release: (process: DocsProcess) => void,
): Promise<T> {
  const cancelTimeout = setTimer(timeoutMs, () => process.abort(timedOut(timeoutMs)));
  try {
    const result = await work({
      run: <K extends DocsTask>(task: K) =>
        process.run(task, { report, findTickets }) as Promise<TaskResults[K['kind']]>,
    });
    release(process);
    return result;
  } catch (error) {
    // A refusal leaves the process usable; after a timeout or an unexpected error its state is unknown.
    if (error instanceof Refusal && error.code !== 'UNAVAILABLE' && !process.isGone) release(process);
    else process.kill();
    throw error;
  } finally {
    cancelTimeout();
  }
}

const timedOut = (timeoutMs: number) =>
  unavailable(
    `The drafts were not ready within ${Math.round(timeoutMs / 1000)} seconds. Choose a base closer to head, or raise DOCS_TIMEOUT_SECONDS.`,
  );
