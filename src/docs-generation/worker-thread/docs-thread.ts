import { parentPort } from 'node:worker_threads';
import { Refusal } from '../../platform/errors.ts';
import { newOutboundClients } from '../../platform/outbound-http/index.ts';
import type { TicketLink } from '../drafts/draft-context.ts';
import { checkPages } from './check-pages.ts';
import { draftChange } from './generate-pages.ts';
import type { ThreadMessage, ThreadOrder, ThreadTask } from './thread-messages.ts';

let aborted = new AbortController();
let takeTickets: (tickets: Record<string, TicketLink>) => void = () => {};

const say = (message: ThreadMessage) => parentPort?.postMessage(message);

/** One task after the other, away from the thread that serves requests. */
parentPort?.on('message', (order: ThreadOrder) => {
  if ('abort' in order) aborted.abort(new Error(order.abort));
  else if ('tickets' in order) takeTickets(order.tickets);
  else void work(order.task);
});

async function work(task: ThreadTask): Promise<void> {
  aborted = new AbortController();
  const outbound = newOutboundClients();
  try {
    const done =
      task.kind === 'generate'
        ? await draftChange(task, outbound, aborted.signal, (progress) => say({ progress }), askForTickets)
        : await checkPages(task, outbound, aborted.signal);
    say({ done });
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, details, retryAfterSeconds } = error;
      say({ refused: { code, message, details, retryAfterSeconds } });
    } else say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    await outbound.close();
  }
}

const askForTickets = (keys: string[]) =>
  new Promise<Record<string, TicketLink>>((resolve) => {
    takeTickets = resolve;
    say({ mentions: keys });
  });
