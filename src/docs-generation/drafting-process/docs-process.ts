import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { TicketLink } from '../../../packages/docs-drafts/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { newOutboundClients } from '../../platform/outbound-http/index.ts';
import { startWatchdog } from '../../platform/process-limits/index.ts';
import type { DocsTask, ProcessCommand, ProcessMessage } from './process-messages.ts';
import { runTask } from './run-task.ts';

let abort = new AbortController();
let resolveTickets: (tickets: Record<string, TicketLink>) => void = () => {};

const send = (message: ProcessMessage) => process.send?.(message);

/** The entry point of the child process: runs one task at a time, apart from the process that serves requests. */
process.on('message', (command: ProcessCommand) => {
  if ('abort' in command) abort.abort(new Error(command.abort));
  else if ('tickets' in command) resolveTickets(command.tickets);
  else void run(command.task);
});
process.once('disconnect', () => process.exit(0));
preferForKilling();

async function run(task: DocsTask): Promise<void> {
  abort = new AbortController();
  startWatchdog();
  const outbound = newOutboundClients();
  try {
    const result = await runTask(
      task,
      outbound,
      abort.signal,
      (progress) => send({ progress }),
      requestTickets,
    );
    send({ done: result ?? null });
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, details, retryAfterSeconds } = error;
      send({ refused: { code, message, details, retryAfterSeconds } });
    } else send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    await outbound.close();
    // Node writes the cache when a process ends by itself, but an idle one of these is killed.
    flushCompileCache();
  }
}

const requestTickets = (keys: string[]) =>
  new Promise<Record<string, TicketLink>>((resolve) => {
    resolveTickets = resolve;
    send({ ticketKeys: keys });
  });

/** If the machine runs out of memory, Linux kills this process and not the server. */
function preferForKilling(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Another system.
  }
}
