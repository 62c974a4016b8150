import { upstreamFailed } from '../../platform/errors.ts';
import type { NewCommit, PullRequests, RepositoryName } from '../code-host.ts';
import { replaceBranch } from '../git-remote/replace-branch.ts';
import { branchMoved } from '../host-failure.ts';
import { hostTitles, type RemoteConnection } from '../remote-address.ts';
import { type GithubStylePull, newGithubStylePulls } from '../rest/github-style-pulls.ts';
import { pathSegments, repoPath } from '../rest/repository-path.ts';
import { refusalFromResponse } from '../rest/response-refusals.ts';
import { type RestClient, segment } from '../rest/rest-client.ts';

const pullsPerPage = 50;
const pagesMax = 40;
const labelColor = '#6b7280';
const commitIdentity = { name: 'Docket', email: 'docket@noreply.localhost' };

export function newGiteaPulls(rest: RestClient, connection: RemoteConnection): PullRequests {
  const findTip = async (repo: RepositoryName, branch: string, signal: AbortSignal) => {
    const path = `${repoPath(repo)}/branches/${segment(branch)}`;
    const { status, body } = await rest.get(path, signal, [404]);
    return status === 404 ? undefined : (body.commit.id as string);
  };
  return {
    ...newGithubStylePulls(rest, {
      title: hostTitles.gitea,
      listPulls: (repo, branch, signal) => listPulls(rest, repo, branch, signal),
      commitsQuery: (count) => `limit=${count}&stat=false&verification=false&files=false`,
      runsPath: ({ sha }) => `runs?event=workflow_dispatch&head_sha=${segment(sha)}&limit=1`,
      findTip,
    }),
    addLabels: (repo, number, labels, signal) => addLabels(rest, repo, number, labels, signal),
    // The API can create a branch and append to it. Only git can make an existing branch point elsewhere.
    commitFiles: async (repo, commit, signal) => {
      const { replaces } = commit;
      if (replaces !== undefined)
        return replaceBranch(connection, repo, { ...commit, replaces }, commitIdentity, signal);
      const answer = await createBranch(rest, repo, commit, signal);
      if (answer.status === 201) return answer.body.commit.sha;
      if (await findTip(repo, commit.branch, signal)) throw branchMoved(commit.branch);
      throw refusalFromResponse(hostTitles.gitea, answer);
    },
  };
}

/** Gitea has no filter by branch: searches all open pull requests, then the latest 50 of the others. */
async function listPulls(
  rest: RestClient,
  repo: RepositoryName,
  branch: string,
  signal: AbortSignal,
): Promise<GithubStylePull[]> {
  const list = async (state: string, page: number): Promise<GithubStylePull[]> => {
    const query = `state=${state}&sort=recentupdate&limit=${pullsPerPage}&page=${page}`;
    return (await rest.get(`${repoPath(repo)}/pulls?${query}`, signal, [], 'page')).body;
  };
  for (let page = 1; page <= pagesMax; page++) {
    const pulls = await list('open', page);
    if (pulls.some(({ head }) => head?.ref === branch)) return pulls;
    if (pulls.length === 0) break;
  }
  return list('closed', 1);
}

/** Gitea ignores labels that the repository does not have, so the missing ones are created first. */
async function addLabels(
  rest: RestClient,
  repo: RepositoryName,
  number: number,
  labels: string[],
  signal: AbortSignal,
): Promise<void> {
  const add = () =>
    rest.request('POST', `${repoPath(repo)}/issues/${number}/labels`, signal, { body: { labels } });
  const added = new Set(((await add()).body as { name: string }[]).map(({ name }) => name));
  const missing = labels.filter((name) => !added.has(name));
  if (missing.length === 0) return;
  for (const name of missing)
    await rest.request('POST', `${repoPath(repo)}/labels`, signal, {
      body: { name, color: labelColor },
    });
  await add();
}

async function createBranch(
  rest: RestClient,
  repo: RepositoryName,
  { branch, parent, message, committedAt: date, files }: NewCommit,
  signal: AbortSignal,
) {
  const operations = await Promise.all(
    files.map(async ({ path, content }) => {
      const address = `${repoPath(repo)}/contents/${pathSegments(path)}?ref=${parent}`;
      const known = await rest.get(address, signal, [404], 'page');
      const encoded = { path, content: Buffer.from(content).toString('base64') };
      return known.status === 404
        ? { operation: 'create', ...encoded }
        : { operation: 'update', sha: known.body.sha, ...encoded };
    }),
  );
  return rest.request('POST', `${repoPath(repo)}/contents`, signal, {
    body: {
      message,
      files: operations,
      author: commitIdentity,
      committer: commitIdentity,
      dates: { author: date, committer: date },
      branch: await getBranchAt(rest, repo, parent, signal),
      new_branch: branch,
    },
    expected: [409, 422],
  });
}

/** Gitea creates a branch only from another branch. The parent must be the tip of the default branch. */
async function getBranchAt(
  rest: RestClient,
  repo: RepositoryName,
  parent: string,
  signal: AbortSignal,
): Promise<string> {
  const { body } = await rest.get(repoPath(repo), signal);
  const { body: tip } = await rest.get(`${repoPath(repo)}/branches/${segment(body.default_branch)}`, signal);
  if (tip.commit.id !== parent)
    throw upstreamFailed('The default branch was changed by another process. Try again', 1);
  return body.default_branch;
}
