import type { Client, Criterion } from '../../../../../sdk/index.ts';
import type { LineLogger } from '../line-logger.ts';
import type { Surroundings } from '../run-command.ts';
import type { Task } from '../task-client.ts';
import { type Ending, type Report, taskEnvironment, type Work } from '../work.ts';
import { runGit, succeeds } from '../work-folder/git.ts';
import type { WorkFolder } from '../work-folder/open-work-folder.ts';
import { identifyProcess } from '../work-folder/process-identity.ts';
import { type Finding, findGuilty } from './find-guilty.ts';
import { runCheck } from './run-check.ts';

export interface RecheckSettings {
  client: Client;
  logger: LineLogger;
  /** Of one run of a command. All runs of a task together take no longer than `runsMax` times that. */
  timeoutMs: number;
  /** For the commands: without the key of Docket and without what signs git in. */
  environment: NodeJS.ProcessEnv;
}

const runsMax = 6;

/**
 * Runs the commands of a ticket's criteria again. Only those are run that people wrote on the criterion, as Docket says
 * now: the task names commits, not commands, so whoever can create a task cannot choose what runs.
 */
export function startRecheck(
  task: Task,
  report: Report,
  settings: RecheckSettings,
  { folder, wrap }: Surroundings & { folder: string },
  work: WorkFolder,
): Work & { pid: undefined } {
  const ending = new AbortController();
  const deadline = AbortSignal.timeout(settings.timeoutMs * runsMax);
  const until = AbortSignal.any([ending.signal, deadline]);
  const run = async (): Promise<Ending> => {
    const lines: string[] = [];
    try {
      for (const line of await recheckAll()) lines.push(line);
    } catch (error) {
      if (ending.signal.aborted) return { outcome: 'released' };
      if (!deadline.aborted) return { outcome: 'failed', error: (error as Error).message, retryable: true };
      lines.push(
        `Not decided: all runs together took longer than ${(settings.timeoutMs * runsMax) / 1_000} s.`,
      );
    }
    report({
      docket: 'result',
      result: { summary: lines.join('\n') || 'No criterion has a command to run.' },
    });
    return { outcome: 'completed' };
  };

  const recheckAll = async (): Promise<string[]> => {
    const { commit, good } = readInput(task);
    if (commit === undefined || !task.ticketId || !work.clone)
      return ['Not decided: the task names no commit, or has no ticket or repository.'];
    const { data } = await settings.client.listCriteria({ params: { id: task.ticketId } });
    const lines: string[] = [];
    for (const criterion of data) {
      const command = criterion.isRunnable ? criterion.check?.value : undefined;
      if (!command || criterion.state === 'open') continue;
      report({
        docket: 'activity',
        type: 'action',
        content: `Runs \`${command}\` at ${commit.slice(0, 10)}`,
      });
      const finding = await findGuilty(openTree(command), commit, good);
      await send(criterion, command, commit, finding);
      lines.push(`${criterion.text}: ${describe(command, commit, finding)}`);
    }
    return lines;
  };

  const openTree = (command: string) => ({
    // Within the sandbox: the worktree was touched by the commands.
    git: (...args: string[]) => runGit(folder, args, settings.environment, { until, wrap }),
    check: () =>
      runCheck(command, {
        tree: folder,
        environment: { ...settings.environment, ...taskEnvironment(task) },
        wrap,
        timeoutMs: settings.timeoutMs,
        until,
        // A runner that was killed is followed by one that ends what is left running.
        onStart: (pid) => work.save({ child: identifyProcess(pid) }),
      }),
  });

  /** Without a decision nothing is reported: the criterion stays stale. */
  const send = async (criterion: Criterion, command: string, commit: string, finding: Finding) => {
    if (finding.outcome === 'undecided') return;
    const isPassed = finding.outcome === 'passed';
    await settings.client.addAgentTaskEvidence({
      params: { id: task.id },
      body: {
        epoch: task.lease.epoch,
        criterionId: criterion.id,
        kind: 'command',
        commit,
        passed: isPassed,
        exitCode: isPassed ? 0 : finding.exitCode,
        summary: describe(command, commit, finding).slice(0, 500),
        ...(!isPassed && { guilty: { commit: finding.commit, title: finding.title } }),
      },
    });
  };

  const bisectLeft = () =>
    succeeds(runGit(folder, ['bisect', 'reset'], settings.environment, { until, wrap }));
  return {
    receive: ({ stop }) => {
      if (stop !== null) ending.abort();
    },
    takeRead: () => [],
    terminate: () => ending.abort(),
    // What a killed runner left of a bisection is given up: it starts from the beginning.
    ended: bisectLeft().then(run, run),
    pid: undefined,
  };
}

function describe(command: string, commit: string, finding: Finding): string {
  const short = commit.slice(0, 10);
  if (finding.outcome === 'passed') return `\`${command}\` passes at ${short}.`;
  if (finding.outcome === 'undecided') return `\`${command}\` at ${short} is not decided: ${finding.reason}.`;
  return `\`${command}\` fails since ${finding.commit.slice(0, 10)} (${finding.title}).`;
}

function readInput({ input }: Task): { commit: string | undefined; good: string[] } {
  const { commit, good } = (input as { recheck?: { commit?: unknown; good?: unknown } }).recheck ?? {};
  return {
    commit: typeof commit === 'string' && /^[0-9a-f]{7,64}$/.test(commit) ? commit : undefined,
    good: Array.isArray(good) ? good.filter((sha): sha is string => typeof sha === 'string') : [],
  };
}
