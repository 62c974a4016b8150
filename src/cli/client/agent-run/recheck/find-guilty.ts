import { GitFailed, succeeds } from '../work-folder/git.ts';
import type { CheckResult } from './run-check.ts';

/** The worktree of a recheck. */
export interface CheckedTree {
  git: (...args: string[]) => Promise<string>;
  /** Runs the check on the commit that is checked out. */
  check: () => Promise<CheckResult>;
}

export type Finding =
  | { outcome: 'passed' }
  | { outcome: 'guilty'; commit: string; title: string; exitCode: number; lines: string[] }
  /** Nothing can be said. */
  | { outcome: 'undecided'; reason: string };

/** Runs the check on one commit, with nothing of another one left but what git ignores. */
async function checkAt({ git, check }: CheckedTree, commit: string): Promise<CheckResult> {
  await git('clean', '--quiet', '-ffd');
  await git('checkout', '--quiet', '--force', '--detach', commit);
  return check();
}

/**
 * Runs the check at a commit. If it fails there, twice, finds by bisection the commit since which it fails, between one of
 * the given commits on which it passes and that one. What is found is confirmed by running the check once more on the
 * commit and the one before it: a check that passes and fails by chance finds a wrong one.
 */
export async function findGuilty(
  tree: CheckedTree,
  commit: string,
  good: readonly string[],
): Promise<Finding> {
  const { git } = tree;
  const exists = (sha: string) => succeeds(git('cat-file', '-e', `${sha}^{commit}`));
  if (!(await exists(commit)))
    return {
      outcome: 'undecided',
      reason: `the commit ${commit.slice(0, 10)} is no longer in the repository`,
    };
  const first = await checkAt(tree, commit);
  if (first.outcome !== 'failed') return first;
  const again = await checkAt(tree, commit);
  if (again.outcome === 'passed') return { outcome: 'undecided', reason: 'it failed once and passed once' };
  if (again.outcome === 'undecided') return again;

  let start: string | undefined;
  for (const candidate of await listAncestors(tree, commit, good)) {
    if ((await checkAt(tree, candidate)).outcome !== 'passed') continue;
    start = candidate;
    break;
  }
  if (start === undefined)
    return {
      outcome: 'undecided',
      reason: 'it fails there, but on no earlier commit that is known it passes, so no commit is to blame',
    };
  const guilty = await bisect(tree, start, commit);
  if (guilty === undefined)
    return { outcome: 'undecided', reason: 'it cannot be run on the commits among which the cause is' };
  const { stdout: parent } = await parentOf(tree, guilty);
  const [before, at] = [await checkAt(tree, parent), await checkAt(tree, guilty)];
  if (before.outcome !== 'passed' || at.outcome !== 'failed')
    return { outcome: 'undecided', reason: 'it gives different results on the same commit' };
  const title = await git('log', '-1', '--format=%s', guilty);
  return {
    outcome: 'guilty',
    commit: guilty,
    title: title.slice(0, 200),
    exitCode: at.exitCode,
    lines: at.lines,
  };
}

const parentOf = async ({ git }: CheckedTree, commit: string) => ({
  stdout: await git('rev-parse', '--verify', `${commit}^1`),
});

/** Those of the commits that lead to the given one, each once. After a force push, where the two histories part. */
async function listAncestors(
  { git }: CheckedTree,
  commit: string,
  good: readonly string[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const sha of good) {
    if (!/^[0-9a-f]{7,64}$/.test(sha) || !(await succeeds(git('cat-file', '-e', `${sha}^{commit}`))))
      continue;
    const base = await git('merge-base', sha, commit).catch((error: unknown) => {
      // Histories without a common commit.
      if (error instanceof GitFailed) return '';
      throw error;
    });
    if (base !== '' && base !== (await git('rev-parse', `${commit}^{commit}`))) found.add(base);
  }
  return [...found];
}

// A bisection of a million commits takes 20 steps; skipped commits take more.
const stepsMax = 100;

/** Undefined if the check could not be run on the commits that are left. */
async function bisect(tree: CheckedTree, good: string, bad: string): Promise<string | undefined> {
  const { git, check } = tree;
  await git('clean', '--quiet', '-ffd');
  await git('checkout', '--quiet', '--force', '--detach', bad);
  try {
    let said = await git('bisect', 'start', bad, good);
    for (let steps = 0; steps < stepsMax; steps++) {
      const guilty = /^([0-9a-f]{40,64}) is the first bad commit$/m.exec(said)?.[1];
      if (guilty !== undefined) return guilty;
      const { outcome } = await check();
      await git('clean', '--quiet', '-ffd');
      await git('checkout', '--quiet', '--force', '--detach', 'HEAD');
      const word = { passed: 'good', failed: 'bad', undecided: 'skip' }[outcome];
      const answer = await git('bisect', word).catch((error: unknown) => {
        // git ends with an error if only skipped commits are left.
        if (error instanceof GitFailed) return undefined;
        throw error;
      });
      if (answer === undefined) return undefined;
      said = answer;
    }
    return undefined;
  } finally {
    await succeeds(git('bisect', 'reset', bad));
  }
}
