import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { listReachable } from './import-graph.ts';

const mainBranch = 'main';
const programSources = /^(?:bin|migrations|openapi|packages|sdk|src)\//;
const webSources = /^web\//;
const startsPrograms = /node:child_process/;
const opensBrowser = /\/browser\.ts/;
const documents = /\.md$/;

/**
 * The test files whose result a change since `ref` can affect: those that import a changed file, directly or by others.
 * Without `ref`, a change is whatever the main branch does not have, committed or not.
 */
export function selectChanged(files: string[], ref = findBase()): string[] {
  const changed = [...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')];
  return selectAffected(files, changed);
}

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

function findBase(): string {
  try {
    return git('merge-base', 'HEAD', mainBranch)[0] ?? 'HEAD';
  } catch {
    return 'HEAD';
  }
}

export function selectAffected(files: string[], changed: string[]): string[] {
  const tests = files.map((file) => ({ file, reachable: listReachable(file) }));
  const isKnown = (name: string) =>
    tests.some(({ reachable }) => reachable.has(name)) || documents.test(name) || webSources.test(name);
  // The settings of a tool, a migration, a deleted file: nothing tells which tests need it.
  if (!changed.every(isKnown)) return files;
  return tests
    .filter(({ file, reachable }) =>
      changed.some((name) => reachable.has(name) || isRead(file, reachable, name)),
    )
    .map(({ file }) => file);
}

/** Whether a test depends on a file that it does not import: its programs and its browser do, or it reads documents. */
function isRead(file: string, reachable: Set<string>, changed: string): boolean {
  if (documents.test(changed)) return readFileSync(file, 'utf8').includes('.md');
  const helpers = [...reachable].filter((name) => name.startsWith('test/'));
  const mentions = (pattern: RegExp) => helpers.some((name) => pattern.test(readFileSync(name, 'utf8')));
  if (webSources.test(changed)) return mentions(opensBrowser);
  return programSources.test(changed) && mentions(startsPrograms);
}
