import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { secondMs } from '../../../../platform/clock.ts';
import type { HookName } from '../../../../workflow-file/index.ts';
import { readLines } from '../command-lines.ts';
import { terminate } from '../process-group.ts';
import { succeeds, type Wrap } from './git.ts';
import type { Clone } from './repository-cache.ts';

const outputLinesMax = 20;
/** How far back a version without problems is looked for. */
const versionsMax = 50;

class HookFailed extends Error {}

export interface Hooks {
  /** Sentences about a WORKFLOW.md that cannot be used. */
  problems: string[];
  /** Throws `HookFailed` with the last lines of its output. Does nothing if the repository has no such hook. */
  run(name: HookName, tree: string, environment: NodeJS.ProcessEnv, wrap: Wrap): Promise<void>;
  /** Runs the checks one after the other. Throws `HookFailed` at the first that fails. */
  check(tree: string, environment: NodeJS.ProcessEnv, wrap: Wrap): Promise<void>;
}

const none: Hooks = { problems: [], run: async () => {}, check: async () => {} };

/**
 * The hooks of WORKFLOW.md on the default branch: what an agent writes to the file on its own branch changes nothing. If
 * the file has problems there, its last version without problems applies.
 */
export async function readHooks({ git }: Clone, base: string): Promise<Hooks> {
  const { parseWorkflow, workflowFileName } = await import('../../../../workflow-file/index.ts');
  const read = async (commit: string) => {
    const file = `${commit}:${workflowFileName}`;
    if (!(await succeeds(git('cat-file', '-e', file)))) return undefined;
    return parseWorkflow(await git('cat-file', 'blob', file));
  };
  const newest = await read(base);
  if (!newest) return none;
  const problems: string[] = [];
  let { policy } = newest;
  if (!policy) {
    const places = newest.problems.map(({ line, message }) => `line ${line}: ${message}`).join('; ');
    const log = await git('log', `--max-count=${versionsMax}`, '--format=%H', base, '--', workflowFileName);
    for (const commit of log.split('\n').slice(1)) {
      policy = (await read(commit))?.policy ?? null;
      if (policy) problems.push(`${workflowFileName} of ${commit.slice(0, 10)} is used. ${places}`);
      if (policy) break;
    }
    if (!policy) return { ...none, problems: [`${workflowFileName} is not used. ${places}`] };
  }
  const { hooks, checks } = policy;
  return {
    problems,
    run: async (name, tree, environment, wrap) => {
      const command = hooks[name];
      if (command) await runHook(`The hook ${name}`, command, hooks.timeoutSeconds, tree, environment, wrap);
    },
    check: async (tree, environment, wrap) => {
      for (const { name, run } of checks)
        await runHook(`The check ${name}`, run, hooks.timeoutSeconds, tree, environment, wrap);
    },
  };
}

async function runHook(
  what: string,
  command: string,
  timeoutSeconds: number,
  tree: string,
  env: NodeJS.ProcessEnv,
  wrap: Wrap,
): Promise<void> {
  const child = spawn(...wrap('/bin/sh', ['-c', command]), {
    cwd: tree,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const keep = async (stream: typeof child.stdout) => {
    for await (const line of readLines(stream)) {
      lines.push(line);
      if (lines.length > outputLinesMax) lines.shift();
    }
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    terminate(child);
  }, timeoutSeconds * secondMs);
  const ended = once(child, 'close');
  const [[code]] = await Promise.all([ended, keep(child.stdout), keep(child.stderr)]);
  clearTimeout(timer);
  if (code === 0) return;
  const how = isLate ? `took longer than ${timeoutSeconds} s` : `ended with exit code ${code}`;
  throw new HookFailed([`${what} of WORKFLOW.md ${how}.`, ...lines].join('\n').slice(0, 8_000));
}
