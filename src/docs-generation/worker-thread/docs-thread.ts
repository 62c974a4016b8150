import { parentPort } from 'node:worker_threads';
import { Refusal } from '../../platform/errors.ts';
import { newOutboundClients } from '../../platform/outbound-http/index.ts';
import type { TicketLink } from '../drafts/draft-context.ts';
import { checkPages } from './check-pages.ts';
import { generatePages } from './generate-pages.ts';
import type { ThreadCommand, ThreadMessage, ThreadTask } from './thread-messages.ts';

let abort = new AbortController();
let resolveTickets: (tickets: Record<string, TicketLink>) => void = () => {};

const send = (message: ThreadMessage) => parentPort?.postMessage(message);

/** The entry point of the worker thread: runs one task at a time, off the thread that serves requests. */
parentPort?.on('message', (command: ThreadCommand) => {
  if ('abort' in command) abort.abort(new Error(command.abort));
  else if ('tickets' in command) resolveTickets(command.tickets);
  else void run(command.task);
});

async function run(task: ThreadTask): Promise<void> {
  abort = new AbortController();
  const outbound = newOutboundClients();
  try {
    const done =
      task.kind === 'generate'
        ? await generatePages(task, outbound, abort.signal, (progress) => send({ progress }), requestTickets)
        : await checkPages(task, outbound, abort.signal);
    send({ done });
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, details, retryAfterSeconds } = error;
      send({ refused: { code, message, details, retryAfterSeconds } });
    } else send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    await outbound.close();
  }
}

const requestTickets = (keys: string[]) =>
  new Promise<Record<string, TicketLink>>((resolve) => {
    resolveTickets = resolve;
    send({ ticketKeys: keys });
  });
