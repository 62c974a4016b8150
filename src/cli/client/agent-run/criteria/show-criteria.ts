import type { Client, Criterion } from '../../../../../sdk/index.ts';
import { runCheck as findBreaks } from '../../docs-check/run-check.ts';
import { type CheckResult, runCheck } from '../recheck/run-check.ts';
import type { Task } from '../task-client.ts';
import { type Report, taskEnvironment } from '../work.ts';
import { runGit, type Wrap } from '../work-folder/git.ts';
import type { WorkFolder } from '../work-folder/open-work-folder.ts';
import { identifyProcess } from '../work-folder/process-identity.ts';

export interface CriteriaSettings {
  client: Client;
  /** Of one command. */
  timeoutMs: number;
  /** For the commands: without the key of Docket and without what signs git in. */
  environment: NodeJS.ProcessEnv;
}

type CheckedCriterion = Criterion & { run: (commit: string) => Promise<CheckResult> };

/**
 * Checks the criteria of the task's ticket on the commit that was handed over, and reports evidence: runs the commands that
 * people wrote, and looks for breaking changes. Without this, nothing but the word of the agent would say that a
 * command passes. Returns what fails; undefined if nothing does.
 */
export async function showCriteria(
  task: Task,
  report: Report,
  settings: CriteriaSettings,
  wrap: Wrap,
  work: WorkFolder,
  until: AbortSignal,
): Promise<string | undefined> {
  const { client, timeoutMs } = settings;
  const { tree, clone, policyRef } = work;
  if (!task.ticketId || !clone || !policyRef) return undefined;
  const { data } = await client.listCriteria({ params: { id: task.ticketId } });
  const environment = { ...settings.environment, ...taskEnvironment(task) };
  const runCommand = (command: string) =>
    runCheck(command, {
      ...{ tree, environment, wrap, timeoutMs, until },
      // A runner that was killed is followed by one that ends what is left running.
      onStart: (pid) => work.save({ child: identifyProcess(pid) }),
    });
  const checked = data.flatMap((criterion): CheckedCriterion[] => {
    const { check, isRunnable } = criterion;
    const command = isRunnable ? check?.value : undefined;
    if (command) return [{ ...criterion, run: () => runCommand(command) }];
    return check?.type === 'no_break'
      ? [
          {
            ...criterion,
            run: (commit) => checkBreaks(clone, policyRef, commit, environment.PATH, timeoutMs),
          },
        ]
      : [];
  });
  if (checked.length === 0) return undefined;
  const say = (type: 'action' | 'error', content: string) => report({ docket: 'activity', type, content });
  // Within the sandbox: the agent may have changed what git reads in the worktree.
  const git = (...args: string[]) => runGit(tree, args, settings.environment, { until, wrap });
  const commit = await git('rev-parse', 'HEAD');
  const isCommitted = (await git('status', '--porcelain=v1', '--untracked-files=normal')) === '';
  if (!isCommitted || commit !== (await clone.git('rev-parse', `refs/heads/${work.state.branch}`))) {
    say('error', 'No criterion was checked: the worktree is not what the branch has.');
    return undefined;
  }
  const failed: string[] = [];
  for (const criterion of checked) {
    const { text, run } = criterion;
    const what = criterion.check?.value ? `\`${criterion.check.value}\`` : 'The search for breaking changes';
    say('action', `${what} at ${commit.slice(0, 10)}`);
    const result = await run(commit);
    if (result.outcome === 'undecided') {
      say('error', `“${text}” is not decided: ${result.reason}.`);
      continue;
    }
    const isPassed = result.outcome === 'passed';
    const exitCode = isPassed ? 0 : result.exitCode;
    const summary = `${what} ${isPassed ? 'passes' : 'fails'} at ${commit.slice(0, 10)}`;
    await client.addAgentTaskEvidence({
      params: { id: task.id },
      body: {
        epoch: task.lease.epoch,
        criterionId: criterion.id,
        kind: 'command',
        commit,
        passed: isPassed,
        summary: summary.slice(0, 500),
        ...(criterion.check?.type === 'command' && { exitCode }),
      },
    });
    if (!isPassed) failed.push([`The criterion “${text}” fails. ${summary}.`, ...result.lines].join('\n'));
  }
  return failed.length > 0 ? failed.join('\n').slice(0, 16_000) : undefined;
}

/** Compares the commit with where it left the default branch. No program of the repository runs. */
async function checkBreaks(
  { folder, git }: NonNullable<WorkFolder['clone']>,
  policyRef: string,
  commit: string,
  searchPath = '',
  timeoutMs: number,
): Promise<CheckResult> {
  try {
    const base = await git('merge-base', policyRef, commit);
    const { verdict } = await findBreaks(
      {
        ...{ gitDir: folder, folder, isShallow: false, searchPath, base, head: commit },
        limits: { commitsMax: 5_000, filesMax: 10_000, fileBytesMax: 512 * 1024 },
        breakBeforeOne: 'minor',
      },
      timeoutMs,
    );
    const breaks = verdict.reasons.filter(({ grade }) => grade === 'breaks');
    return breaks.length === 0
      ? { outcome: 'passed' }
      : { outcome: 'failed', exitCode: 1, lines: breaks.slice(0, 20).map(({ text }) => text) };
  } catch (error) {
    return { outcome: 'undecided', reason: (error as Error).message.replace(/\.$/, '') };
  }
}
