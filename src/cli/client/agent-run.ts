import { hostname } from 'node:os';
import { type Client, createClient } from '../../../sdk/index.ts';
import { minuteMs, secondMs } from '../../platform/clock.ts';
import { clientCommand, flag, optionalText, optionalWord, UsageError, wholeNumber } from '../command.ts';
import { agentNames, agentOfCommand, agentPresets } from './agent-run/acp/agent-presets.ts';
import { allowedByDefault, toolKinds } from './agent-run/acp/permissions.ts';
import { prepareAgent } from './agent-run/acp/prepare-agent.ts';
import { newLineLogger } from './agent-run/line-logger.ts';
import { startRecheck } from './agent-run/recheck/start-recheck.ts';
import { startCommand } from './agent-run/run-command.ts';
import { type StartInFolder, startInFolder } from './agent-run/run-in-folder.ts';
import { runWorker } from './agent-run/run-worker.ts';
import { openSandbox, sandboxModes } from './agent-run/sandbox.ts';
import type { Task } from './agent-run/task-client.ts';
import { newWakeups } from './agent-run/wakeups.ts';
import type { StartWork } from './agent-run/work.ts';
import { newCleaner } from './agent-run/work-folder/clean-up.ts';
import { isRecheck } from './agent-run/work-folder/open-work-folder.ts';
import { findWorkPlace } from './agent-run/work-folder/work-place.ts';
import { urlOption } from './common-options.ts';
import { findConnection } from './connection.ts';

/** A worker that runs a command or a coding agent for each task. */
export const agentRun = clientCommand({
  arguments: {},
  options: {
    exec: optionalText(
      'COMMAND',
      'The shell command to run for each task. It reads the task as JSON on standard input.',
    ),
    agent: optionalWord('NAME', agentNames, 'The coding agent that works on tasks:'),
    acp: optionalText('COMMAND', 'The command of any other agent that speaks the Agent Client Protocol.'),
    allow: optionalText(
      'A,B',
      `Kinds of steps that an agent may do without asking a person: ${toolKinds.join(', ')}, or all. Default: ${allowedByDefault.join(',')}.`,
    ),
    silence: wholeNumber(1, 86_400, 1_800, 'Seconds after which an agent that sends nothing is ended.'),
    worktree: flag('With --exec: run the command in a git worktree of its own, on the branch of the task.'),
    repository: optionalText(
      'PATH',
      'A git repository of this machine, for tasks whose project has none. Branches are pushed to it.',
    ),
    cache: optionalText('DIR', 'Where clones and worktrees are. Default: docket/agents in the cache folder.'),
    'open-pr': flag(
      'Open or update the pull request of the branch when the work is done. Docket opens it: no token is needed here.',
    ),
    keep: flag('Keep worktrees after their tickets are closed.'),
    sandbox: optionalWord(
      'MODE',
      sandboxModes,
      'Whether bubblewrap confines programs to the folder of the task. Default: auto, with --exec alone off.',
    ),
    writable: optionalText('A,B', 'Further folders that programs in the sandbox may write to.'),
    messages: flag(
      'Keep standard input open after the task: messages of people and a request to stop follow as JSON lines.',
    ),
    grace: wholeNumber(
      0,
      3_600,
      10,
      'Seconds that a command with --messages, or an agent, has to end after a request to stop, before SIGTERM.',
    ),
    'check-timeout': wholeNumber(
      1,
      86_400,
      600,
      'Seconds that one run of a criterion’s command may take, at the end of a task and when a done ticket is checked again.',
    ),
    'skip-criteria': flag('Do not check the criteria of the ticket at the end of a task.'),
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
    'docket agent run --agent claude',
    `docket agent run --acp 'my-agent --acp' --allow all --sandbox require --concurrency 4`,
    `DOCKET_API_KEY=dkt_… docket agent run --exec './fix.sh'`,
    `docket agent run --url https://docket.example.org --exec 'my-agent --stdin' --worktree --concurrency 4`,
  ],
  run: async (options, context) => {
    const { exec, messages, grace, name, concurrency, lease, tasks, patience, kinds, project } = options;
    const ways = [exec, options.agent, options.acp].filter((way) => way !== undefined);
    if (ways.length !== 1)
      throw new UsageError('Say what works on tasks: one of --agent NAME, --acp COMMAND and --exec COMMAND.');
    const preset = options.agent ? agentPresets[options.agent] : options.acp && agentOfCommand(options.acp);
    const { url, apiKey } = await findConnection(context, options.url);
    const logger = newLineLogger(context.environment.LOG_LEVEL);
    const workerId = name ?? hostname().slice(0, 150);
    // The command may be a Node program, which must not write into Docket's compile cache.
    const { NODE_COMPILE_CACHE: _, ...inherited } = context.environment;
    const environment = { ...inherited, DOCKET_URL: url, DOCKET_API_KEY: apiKey };

    const hasFolders = Boolean(preset) || options.worktree || options.repository !== undefined;
    if (options['open-pr'] && !hasFolders)
      throw new UsageError('--open-pr needs the worktree of a task: add --worktree, --agent or --acp.');
    const sandbox = openSandbox(options.sandbox ?? (hasFolders ? 'auto' : 'off'), environment, [
      ...(preset ? preset.state : []),
      ...splitList(options.writable),
    ]);
    if (hasFolders || options.sandbox) logger.info({}, sandbox.description);
    const place = findWorkPlace(environment, url, options.cache, options.repository);
    const client = createClient({ baseUrl: url, apiKey });
    const cleaner = newCleaner(place, client, logger, sandbox, options.keep);
    const { stopping, stopNow, stopClaiming, forget } = listenForSignals(patience * secondMs);
    const stopGraceMs = grace * secondMs;
    const command = { command: exec ?? '', logger, passesMessages: messages, stopGraceMs };
    let unusable: string | undefined;
    const start: StartInFolder = preset
      ? await prepareAgent(preset, {
          ...{ url, apiKey, client, logger, environment, sandbox, allow: options.allow, stopGraceMs },
          agentId: options.agent ?? options.acp ?? '',
          silenceMs: options.silence * secondMs,
          onUnusable: (sentence) => {
            unusable = sentence;
            stopClaiming();
          },
        })
      : (task, report, surroundings) => startCommand(task, report, command, surroundings);
    const recheckSettings = {
      ...{ client, logger, timeoutMs: options['check-timeout'] * secondMs },
      environment: withoutKey(inherited),
    };
    const startPlaced: StartInFolder = (task, report, surroundings, work) =>
      isRecheck(task)
        ? startRecheck(task, report, recheckSettings, surroundings, work)
        : start(task, report, surroundings, work);
    const { timeoutMs, environment: withoutSecrets } = recheckSettings;
    const criteria = options['skip-criteria']
      ? undefined
      : { client, timeoutMs, environment: withoutSecrets };
    const handing = options['open-pr'] ? { openPullRequest: newOpener(client) } : {};
    const startWork: StartWork = hasFolders
      ? (task, report) => startInFolder(task, report, { place, sandbox, criteria, ...handing }, startPlaced)
      : (task, report) => {
          const wrap = sandbox.confine({ writable: [process.cwd()] });
          return startCommand(task, report, command, { environment, wrap });
        };
    const ended = new AbortController();
    try {
      if (hasFolders) await cleaner.start();
      const tally = await runWorker({
        url,
        apiKey,
        startWork,
        logger,
        leaseSeconds: lease,
        wakeups: newWakeups(url, apiKey, ended.signal),
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
        ...(hasFolders && { tidy: () => cleaner.tidy(minuteMs) }),
      });
      if (unusable !== undefined) throw new UsageError(unusable);
      const counts = Object.entries(tally).filter(([, count]) => count > 0);
      const text = counts.map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'no task';
      return { json: tally, text: `${text}\n` };
    } finally {
      ended.abort();
      forget();
    }
  },
});

/** The commands of criteria need no access to Docket. */
function withoutKey({ DOCKET_API_KEY: _, ...environment }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return environment;
}

const splitList = (text = '') =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** The epoch lets Docket refuse a worker that has lost the task meanwhile. */
const newOpener = (client: Client) => async (task: Task, branch: string) => {
  const body = { epoch: task.lease.epoch, branch };
  return (await client.openAgentTaskPullRequest({ params: { id: task.id }, body })).data.url;
};

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
  return {
    stopping: stopping.signal,
    stopNow: stopNow.signal,
    stopClaiming: () => stopping.abort(),
    forget,
  };
}
