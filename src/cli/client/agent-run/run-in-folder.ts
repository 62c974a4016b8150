import path from 'node:path';
import { makePrivateFolder } from '../../../platform/private-folder.ts';
import type { HookName } from '../../../workflow-file/index.ts';
import { type CriteriaSettings, showCriteria } from './criteria/show-criteria.ts';
import type { Surroundings } from './run-command.ts';
import type { Sandbox } from './sandbox.ts';
import type { ForWorker, Task } from './task-client.ts';
import { type Ending, type Report, taskEnvironment, type Work } from './work.ts';
import { handOver } from './work-folder/hand-over.ts';
import {
  isRecheck,
  openWorkFolder,
  type WorkFolder,
  type WorkPlace,
} from './work-folder/open-work-folder.ts';
import { identifyProcess } from './work-folder/process-identity.ts';
import { readHooks } from './work-folder/workflow-hooks.ts';

export interface FolderSettings {
  place: WorkPlace;
  sandbox: Sandbox;
  /** Absent: the criteria of the ticket are not checked. */
  criteria?: CriteriaSettings | undefined;
  /** Opens the pull request of the branch once the work is done. Returns its address. */
  openPullRequest?: (task: Task, branch: string) => Promise<string>;
}

/** Starts the command or the agent in its folder. */
export type StartInFolder = (
  task: Task,
  report: Report,
  surroundings: Surroundings & { folder: string },
  work: WorkFolder,
) => Work & { pid: number | undefined };

/** Works on the task in a folder of its own, and hands over what was done there. */
export function startInFolder(
  task: Task,
  report: Report,
  { place, sandbox, criteria, openPullRequest }: FolderSettings,
  start: StartInFolder,
): Work {
  const ending = new AbortController();
  const early: ForWorker[] = [];
  let inner: Work | undefined;
  let isAsking = false;
  const reportInner: Report = (line) => {
    isAsking ||= line.docket === 'question';
    report(line);
  };

  const work = async (): Promise<Ending> => {
    const opened = await openWorkFolder(task, place, ending.signal).catch((error: Error) => error);
    if (opened instanceof Error) return failToPrepare(opened, report);
    const folder = opened;
    try {
      const { tree, clone } = folder;
      const environment = { ...folder.environment, ...taskEnvironment(task) };
      const wrap = sandbox.confine({ writable: [tree, ...(clone ? writableInClone(clone.folder) : [])] });
      const hooks = clone && folder.policyRef ? await readHooks(clone, folder.policyRef) : undefined;
      for (const content of hooks?.problems ?? []) report({ docket: 'activity', type: 'error', content });
      const runHook = async (name: HookName) => hooks?.run(name, tree, environment, wrap);
      const prepared = await (folder.isNew ? runHook('afterCreate') : Promise.resolve())
        .then(() => runHook('beforeRun'))
        .catch((error: Error) => error);
      if (prepared instanceof Error) {
        // A folder that was not prepared is made anew.
        if (folder.isNew) folder.replace({ ...folder.state, isRunning: false, outcome: 'unprepared' });
        return failToPrepare(prepared, report);
      }
      const started = start(task, reportInner, { folder: tree, environment, wrap }, folder);
      inner = started;
      if (started.pid !== undefined) folder.save({ child: identifyProcess(started.pid) });
      for (const answer of early) started.receive(answer);
      if (ending.signal.aborted) started.terminate();
      const ended = await started.ended;
      await runHook('afterRun').catch((error: Error) =>
        report({ docket: 'activity', type: 'error', content: error.message }),
      );
      const isDone = ended.outcome === 'completed' && !isAsking && !ending.signal.aborted;
      // A recheck has changed nothing that could be checked.
      const failed =
        isDone && !isRecheck(task)
          ? await hooks?.check(tree, environment, wrap).catch((error: Error) => error)
          : undefined;
      const isPushed = !ending.signal.aborted && (await handOver(folder, wrap, report, ending.signal));
      // After the push: evidence is of the commit that the branch has now.
      const unmet =
        isDone && !isRecheck(task) && !failed && criteria
          ? await showCriteria(task, report, criteria, wrap, folder, ending.signal).catch((error: Error) => {
              if (!ending.signal.aborted)
                report({
                  docket: 'activity',
                  type: 'error',
                  content: `The criteria could not be checked. ${error.message}`,
                });
              return undefined;
            })
          : undefined;
      if (failed || unmet !== undefined) {
        folder.save({ isRunning: false, outcome: 'failed' });
        report({ docket: 'failure', type: 'tests' });
        return { outcome: 'failed', error: failed?.message ?? unmet ?? '', retryable: true };
      }
      if (isDone && isPushed && openPullRequest)
        await say(openPullRequest(task, folder.state.branch ?? ''), report);
      const outcome = isAsking && ended.outcome === 'completed' ? 'asked' : ended.outcome;
      const { child: _, ...state } = folder.state;
      folder.replace({ ...state, isRunning: false, outcome });
      return ended;
    } finally {
      folder.release();
    }
  };
  return {
    receive: (answer) => {
      if (inner) inner.receive(answer);
      else early.push(answer);
    },
    takeRead: () => inner?.takeRead() ?? [],
    terminate: () => {
      ending.abort();
      inner?.terminate();
    },
    ended: work(),
  };
}

/**
 * What a commit needs. Settings, hooks and a file `commondir`, which names another folder of settings, stay out of reach:
 * the runner uses the clone outside the sandbox, and git would run the programs that they name.
 */
function writableInClone(folder: string): string[] {
  return ['objects', 'refs', 'logs', 'worktrees'].map((name) => {
    const place = path.join(folder, name);
    makePrivateFolder(place);
    return place;
  });
}

/** Reports the address of the pull request, or why there is none: the branch stays pushed. */
const say = (opening: Promise<string>, report: Report): Promise<void> =>
  opening.then(
    (url) => report({ docket: 'activity', type: 'message', content: `Pull request: ${url}` }),
    (error: Error) =>
      report({
        docket: 'activity',
        type: 'error',
        content: `The pull request could not be opened. ${error.message}`,
      }),
  );

function failToPrepare(error: Error, report: Report): Ending {
  report({ docket: 'failure', type: 'environment' });
  return {
    outcome: 'failed',
    error: `The folder for the task could not be prepared. ${error.message}`.slice(0, 16_000),
    retryable: true,
  };
}
