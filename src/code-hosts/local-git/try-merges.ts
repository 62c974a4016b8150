import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimer } from '../../platform/timer.ts';
import type { LandingStep, MergeConflict, MergedBranch, MergeRequest, MergeTrial } from '../code-host.ts';
import { newTemporaryFolder } from '../git-remote/temporary-folder.ts';
import { GitFailure, gitText, type Repository } from './git-command.ts';
import { type Merge, type MergeRepository, mergeTree } from './merge-tree.ts';
import { readDefaultBranch } from './read-default-branch.ts';

// The first version with `git merge-tree --write-tree`.
const oldestGit = [2, 38];
const mergeTimeoutMs = 10_000;

interface Head {
  name: string;
  head: string;
}

/**
 * Merges each pair of branches, and the finished ones one after the other onto the default branch. The objects that git
 * writes go to a temporary folder, so the repository stays as it is.
 */
export async function tryMerges(
  repository: Repository,
  request: MergeRequest,
  signal: AbortSignal,
): Promise<MergeTrial> {
  const outdatedGit = await findOutdatedGit(repository, signal);
  if (outdatedGit !== undefined)
    return {
      outdatedGit,
      defaultBranch: '',
      base: '',
      branches: [],
      pairs: [],
      landing: [],
      isComplete: true,
    };
  const folder = await newTemporaryFolder('docket-merge-');
  try {
    const objects = path.join(folder, 'objects');
    await mkdir(objects);
    const environment = {
      ...commitEnvironment,
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteAlternate(path.join(repository.gitDir, 'objects')),
    };
    return await new Trial({ ...repository, environment }, request, signal).run();
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A folder list is separated by colons; git reads a quoted entry as one folder. */
const quoteAlternate = (folder: string) => `"${folder.replace(/["\\]/g, '\\$&')}"`;

// The same merges make the same commits.
const commitEnvironment = {
  GIT_AUTHOR_NAME: 'Docket',
  GIT_AUTHOR_EMAIL: 'docket@docket.invalid',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'Docket',
  GIT_COMMITTER_EMAIL: 'docket@docket.invalid',
  GIT_COMMITTER_DATE: '@0 +0000',
};

async function findOutdatedGit(repository: Repository, signal: AbortSignal): Promise<string | undefined> {
  const version = (await gitText({ ...repository, signal, args: ['version'] })).trim();
  const [major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? [];
  const [oldestMajor = 0, oldestMinor = 0] = oldestGit;
  const isNew = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return isNew ? undefined : version.replace('version ', '');
}

class Trial {
  readonly #repository: MergeRepository;
  readonly #request: MergeRequest;
  readonly #signal: AbortSignal;
  /** Whether two commits conflict, by both ids in their order. */
  readonly #known = new Map<string, boolean>();
  readonly #pairs: MergeTrial['pairs'] = [];
  readonly #heads = new Map<string, string>();
  #isOver = false;

  constructor(repository: MergeRepository, request: MergeRequest, signal: AbortSignal) {
    this.#repository = repository;
    this.#request = request;
    this.#signal = signal;
    for (const { a, b, hasConflicts } of request.known) this.#known.set(pairKey(a, b), hasConflicts);
  }

  async run(): Promise<MergeTrial> {
    const cancel = setTimer(this.#request.timeMs, () => {
      this.#isOver = true;
    });
    try {
      return await this.#mergeAll();
    } finally {
      cancel();
    }
  }

  async #mergeAll(): Promise<MergeTrial> {
    const defaultBranch = await readDefaultBranch(this.#repository);
    const base = (
      await this.#git('rev-parse', '--verify', '--end-of-options', `${defaultBranch}^{commit}`)
    ).trim();
    await this.#readHeads();
    const branches: MergedBranch[] = [];
    const live: Head[] = [];
    for (const name of this.#request.branches) {
      const head = this.#heads.get(name) ?? null;
      const isMerged = head !== null && (await this.#isMerged(base, head));
      branches.push({ name, head, isMerged });
      if (head !== null && !isMerged) live.push({ name, head });
    }
    const isFinished = new Set(this.#request.finished);
    // The order of landing needs these.
    await this.#mergePairs(live.filter(({ name }) => isFinished.has(name)));
    const landing = await this.#land(
      base,
      this.#request.finished.flatMap((name) => live.find((branch) => branch.name === name) ?? []),
    );
    await this.#mergePairs(live);
    return { defaultBranch, base, branches, pairs: this.#pairs, landing, isComplete: !this.#isOver };
  }

  async #readHeads(): Promise<void> {
    const refs = this.#request.branches.map((name) => `refs/heads/${name}`);
    if (refs.length === 0) return;
    const listed = await this.#git('for-each-ref', '--format=%(objectname) %(refname)', ...refs);
    for (const line of listed.split('\n')) {
      const [id = '', ref = ''] = line.split(' ');
      // A pattern also finds the branches below a folder of its name.
      if (refs.includes(ref)) this.#heads.set(ref.slice('refs/heads/'.length), id);
    }
  }

  /** Also after a squash or a rebase: merging the branch would change nothing. */
  async #isMerged(base: string, head: string): Promise<boolean> {
    if (this.#isOver) return false;
    if (await this.#isAncestor(head, base)) return true;
    const merge = await this.#merge(base, head);
    const tree = (await this.#git('rev-parse', `${base}^{tree}`)).trim();
    return merge?.conflicts.length === 0 && merge.tree === tree;
  }

  async #isAncestor(commit: string, of: string): Promise<boolean> {
    try {
      await this.#git('merge-base', '--is-ancestor', commit, of);
      return true;
    } catch (error) {
      if (error instanceof GitFailure && error.code === 1) return false;
      throw error;
    }
  }

  async #mergePairs(branches: Head[]): Promise<void> {
    const apart = new Set(this.#request.apart.map(([a, b]) => pairKey(a, b)));
    for (const [index, a] of branches.entries())
      for (const b of branches.slice(index + 1)) {
        const key = pairKey(a.head, b.head);
        if (this.#isOver || this.#known.has(key) || apart.has(pairKey(a.name, b.name))) continue;
        const merge = await this.#merge(a.head, b.head);
        this.#known.set(key, merge !== null && merge.conflicts.length > 0);
        this.#pairs.push({ a: a.name, b: b.name, conflicts: merge?.conflicts ?? null });
      }
  }

  /**
   * Merges one branch after the other, those that conflict with the fewest others first, and tries those that conflict
   * again after each round that merged one.
   */
  async #land(base: string, finished: Head[]): Promise<LandingStep[]> {
    const conflictsOf = ({ head }: Head) =>
      finished.filter((other) => this.#known.get(pairKey(head, other.head))).length;
    let waiting = finished
      .map((branch) => ({ branch, conflicts: conflictsOf(branch) }))
      .sort((a, b) => a.conflicts - b.conflicts)
      .map(({ branch }) => branch);
    const steps: LandingStep[] = [];
    const refused = new Map<string, MergeConflict[] | null>();
    let current = base;
    for (let merged = -1; merged !== steps.length && waiting.length > 0; ) {
      merged = steps.length;
      const left: Head[] = [];
      for (const branch of waiting) {
        const merge = this.#isOver ? null : await this.#merge(current, branch.head);
        if (merge?.conflicts.length !== 0) {
          refused.set(branch.name, merge?.conflicts ?? null);
          left.push(branch);
          continue;
        }
        current = await this.#commit(merge.tree, current, branch.head);
        steps.push({ branch: branch.name, head: branch.head, conflicts: [], isBehind: false });
      }
      waiting = left;
    }
    for (const { name, head } of waiting) {
      const alone = this.#isOver ? null : await this.#merge(base, head);
      const conflicts = refused.get(name) ?? null;
      steps.push({ branch: name, head, conflicts, isBehind: alone !== null && alone.conflicts.length > 0 });
    }
    return steps;
  }

  async #commit(tree: string, ...parents: string[]): Promise<string> {
    const args = ['commit-tree', ...parents.flatMap((parent) => ['-p', parent]), '-m', 'Merge', tree];
    return (await this.#git(...args)).trim();
  }

  /** Null if it took too long. */
  async #merge(ours: string, theirs: string): Promise<Merge | null> {
    const timeout = new AbortController();
    const cancel = setTimer(mergeTimeoutMs, () => timeout.abort());
    try {
      return await mergeTree(this.#repository, ours, theirs, AbortSignal.any([this.#signal, timeout.signal]));
    } catch (error) {
      if (timeout.signal.aborted && !this.#signal.aborted) return null;
      throw error;
    } finally {
      cancel();
    }
  }

  #git(...args: string[]): Promise<string> {
    return gitText({ ...this.#repository, signal: this.#signal, args });
  }
}

const pairKey = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`);
