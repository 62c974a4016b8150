import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { newRepositories, type TestCommit } from '../test/support/git-history.ts';

const [files, commits] = [5_000, 2_000];
const limits = { seconds: 20, megabytes: 300 };
const launcher = path.resolve(import.meta.dirname, '../bin/docket.js');

/** Measures `docket docs` on a local repository with 2,000 commits that change 5,000 files. */
export async function measureSpeed(): Promise<boolean> {
  const repositories = newRepositories();
  try {
    process.stderr.write(`Writing ${commits} commits that change ${files} files …\n`);
    repositories.add('bench/large', history(), { start: 1 });
    const { seconds, megabytes } = await measure(repositories.root);
    process.stdout.write(
      `drafts of ${files} files and ${commits} commits: ${seconds.toFixed(1)} s (limit ${limits.seconds} s), ${megabytes.toFixed(0)} MB (limit ${limits.megabytes} MB)\n`,
    );
    return seconds <= limits.seconds && megabytes <= limits.megabytes;
  } finally {
    repositories.remove();
  }
}

/** Every file changes, one in 50 also moves, and all of them have exports. */
function history(): TestCommit[] {
  const source = (index: number, version: number) =>
    `import { helper } from './helper.ts';\n\n/** Number ${index}. */\nexport function work${index}(input: string${version > 0 ? ', more?: number' : ''}): string {\n${'  helper(input);\n'.repeat(40)}  return input;\n}\n\nexport interface Options${index} {\n  name: string;\n  size: number;\n}\n`;
  const before: Record<string, string> = {};
  for (let index = 0; index < files; index++)
    before[`src/module${index % 100}/file${index}.ts`] = source(index, 0);
  const perCommit = Math.ceil(files / commits);
  const later = Array.from({ length: commits }, (_, number): TestCommit => {
    const changed: Record<string, string | null> = {};
    for (let index = number * perCommit; index < Math.min(files, (number + 1) * perCommit); index++) {
      const old = `src/module${index % 100}/file${index}.ts`;
      if (index % 50 === 0) changed[old] = null;
      changed[index % 50 === 0 ? `src/moved/file${index}.ts` : old] = source(index, 1);
    }
    return {
      message: `${number % 3 === 0 ? 'fix' : 'feat'}(module${number % 20}): change number ${number} (#${number + 1})\n\nFor ABC-${number + 1}.`,
      files: changed,
    };
  });
  return [{ message: 'start', files: before }, ...later];
}

async function measure(root: string): Promise<{ seconds: number; megabytes: number }> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [launcher, 'docs', '--repo', 'bench/large', '--base', 'start', '--head', 'main', '--json'],
    {
      env: { PATH: process.env.PATH, LOCAL_REPOSITORIES: root },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  let megabytes = 0;
  const watch = setInterval(() => {
    const drafting = childrenOf(child.pid as number).map(residentPeak);
    megabytes = Math.max(megabytes, residentPeak(child.pid as number), ...drafting);
  }, 50);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`docket docs exited with ${code}`);
  return { seconds: (performance.now() - startedAt) / 1000, megabytes };
}

/** The processes that the process started: one of them drafts. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** The peak resident memory of a process in MB, from Linux's VmHWM. */
function residentPeak(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
