import { hostname } from 'node:os';
import { secondMs } from '../../platform/clock.ts';
import { clientCommand, optionalText, requiredText, wholeNumber } from '../command.ts';
import { newLineLogger } from './agent-run/line-logger.ts';
import { runWorker } from './agent-run/run-worker.ts';
import { urlOption } from './common-options.ts';
import { findConnection } from './connection.ts';

/** A worker that runs a command for each task, so that any coding agent can be connected with one line. */
export const agentRun = clientCommand({
  arguments: {},
  options: {
    exec: requiredText(
      'COMMAND',
      'The shell command to run for each task. It reads the task as JSON on standard input.',
    ),
    url: urlOption,
    kinds: optionalText('A,B', 'Claim only tasks of these kinds.'),
    project: optionalText('KEY', 'Claim only tasks of this project.'),
    name: optionalText('NAME', 'The name of the worker. Default: the host name.'),
    concurrency: wholeNumber(1, 64, 1, 'How many tasks to run at once.'),
    lease: wholeNumber(5, 900, 120, 'Seconds without a heartbeat after which the worker loses its task.'),
    tasks: wholeNumber(0, 1_000_000, 0, 'Exit after this many tasks; 0 means never.'),
    patience: wholeNumber(
      0,
      86_400,
      60,
      'Seconds that running commands have to finish when the worker is stopped.',
    ),
  },
  examples: [
    `DOCKET_API_KEY=dkt_… docket agent run --exec './fix.sh'`,
    `docket agent run --url https://docket.example.org --exec 'my-agent --stdin' --concurrency 4`,
  ],
  run: async ({ exec, url, kinds, project, name, concurrency, lease, tasks, patience }, context) => {
    const { url: address, apiKey } = await findConnection(context, url);
    const logger = newLineLogger(context.environment.LOG_LEVEL);
    const { stopping, stopNow, forget } = listenForSignals(patience * secondMs);
    const workerId = name ?? hostname().slice(0, 150);
    // The command may be a Node program, which must not write into Docket's compile cache.
    const { NODE_COMPILE_CACHE: _, ...environment } = context.environment;
    try {
      const tally = await runWorker({
        url: address,
        apiKey,
        command: exec,
        environment: { ...environment, DOCKET_URL: address, DOCKET_API_KEY: apiKey },
        logger,
        leaseSeconds: lease,
        claimRequest: {
          workerId,
          leaseSeconds: lease,
          kinds: kinds?.split(',').map((kind) => kind.trim()),
          projectId: project,
        },
        concurrency,
        tasksMax: tasks,
        stopping,
        stopNow,
      });
      const counts = Object.entries(tally).filter(([, count]) => count > 0);
      const text = counts.map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'no task';
      return { json: tally, text: `${text}\n` };
    } finally {
      forget();
    }
  },
});

/** The first signal lets running commands finish; the second, or the time-out, terminates them. */
function listenForSignals(patienceMs: number) {
  const stopping = new AbortController();
  const stopNow = new AbortController();
  const onSignal = () => {
    if (stopping.signal.aborted) return stopNow.abort();
    stopping.abort();
    setTimeout(() => stopNow.abort(), patienceMs).unref();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  const forget = () => {
    process.off('SIGTERM', onSignal);
    process.off('SIGINT', onSignal);
  };
  return { stopping: stopping.signal, stopNow: stopNow.signal, forget };
}
