import type {
  CodeHost,
  NewPullRequest,
  PullRequest,
  PullRequests,
  RepositoryName,
} from '../../code-hosts/index.ts';
import { conflict } from '../../platform/errors.ts';

export interface OpenedPull {
  pull: PullRequest;
  action: 'opened' | 'updated' | 'none';
  /** The commit that the branch points at. */
  sha: string;
}

/** Updates the text of the open pull request of a branch, or opens one. Repeating it changes nothing more. */
export async function openOrUpdate(
  pulls: PullRequests,
  repo: RepositoryName,
  previous: PullRequest | undefined,
  draft: NewPullRequest,
  signal: AbortSignal,
): Promise<Pick<OpenedPull, 'pull' | 'action'>> {
  if (previous?.state !== 'open') return { pull: await pulls.open(repo, draft, signal), action: 'opened' };
  await pulls.update(repo, previous.number, draft, signal);
  return { pull: previous, action: 'updated' };
}

/** Opens or updates the pull request of a branch that exists, into the default branch. Null if the host has none. */
export async function openPullRequest(
  host: CodeHost,
  repo: RepositoryName,
  draft: Omit<NewPullRequest, 'target'>,
  signal: AbortSignal,
): Promise<OpenedPull | null> {
  const { pulls } = host;
  if (!pulls) return null;
  const [tip, { defaultBranch }, previous] = await Promise.all([
    pulls.findBranch(repo, draft.branch, signal),
    host.findRepository(repo, signal),
    pulls.findByBranch(repo, draft.branch, signal),
  ]);
  if (!tip)
    throw conflict(
      `The repository has no branch ${draft.branch}. Push it first, then open its pull request.`,
    );
  if (draft.branch === defaultBranch)
    throw conflict(`${defaultBranch} is the default branch. Push to a branch of the task first.`);
  if (previous?.state === 'merged') {
    const target = await host.resolve(repo, defaultBranch, signal);
    if (target.sha === tip.sha) return { pull: previous, action: 'none', sha: tip.sha };
  }
  const opened = await openOrUpdate(pulls, repo, previous, { ...draft, target: defaultBranch }, signal);
  return { ...opened, sha: tip.sha };
}
