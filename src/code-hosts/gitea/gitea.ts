import type { CodeHost, RepositoryName } from '../code-host.ts';
import { refNotFound, repositoryNotFound, tooLarge } from '../host-failure.ts';
import { hostTitles, type RemoteConnection } from '../remote-address.ts';
import { assertWithinApiLimits } from '../rest/api-limits.ts';
import { diffTrees, filterFiles, type Tree } from '../rest/diff-trees.ts';
import { type GithubStyleCommit, toCommit, toIsoSeconds } from '../rest/github-style-commit.ts';
import { findReleaseText } from '../rest/github-style-release.ts';
import { newGithubStyleReports } from '../rest/github-style-reports.ts';
import { inParallel } from '../rest/in-parallel.ts';
import { pathSegments, repoPath } from '../rest/repository-path.ts';
import { newRestClient, type RestClient, segment, tooLargeBlob } from '../rest/rest-client.ts';
import { newGiteaPulls } from './gitea-pulls.ts';
import { listGiteaRefs } from './gitea-refs.ts';

const entriesPerPage = 1_000;

/** Gitea and Forgejo. */
export function newGitea(connection: RemoteConnection): CodeHost {
  const { apiUrl, token, outbound, followsRenames } = connection;
  const rest = newRestClient({
    title: hostTitles.gitea,
    apiUrl,
    outbound,
    followsRenames,
    headers: token ? { authorization: `token ${token}` } : {},
  });

  return {
    kind: 'gitea',
    hasRepository: (repo, signal) => rest.exists(repoPath(repo), signal),
    findRepository: async (repo, signal) => {
      const { status, body } = await rest.get(repoPath(repo), signal, [404]);
      if (status === 404) throw repositoryNotFound(repo);
      return { defaultBranch: body.default_branch, webUrl: body.html_url };
    },
    resolve: async (repo, ref, signal) => {
      const query = 'stat=false&verification=false&files=false';
      const { status, body } = await rest.get(
        `${repoPath(repo)}/git/commits/${segment(ref)}?${query}`,
        signal,
        [404, 409, 422],
      );
      if (status !== 200) throw refNotFound(repo, ref);
      return { sha: body.sha, committedAt: toIsoSeconds(body.commit.committer.date) };
    },
    listRefs: listGiteaRefs(rest),
    compare: compare(rest),
    readBlobs: (repo, ids, bytesMax, signal, onBlob) =>
      inParallel(ids, async (id) => {
        const path = `${repoPath(repo)}/git/blobs/${id}`;
        const { status, body } = (await rest.getBlob(path, signal, bytesMax, [404])) ?? tooLargeBlob;
        if (status === 200 && body.size <= bytesMax) onBlob(id, Buffer.from(body.content ?? '', 'base64'));
      }),
    listFiles: async (repo, { sha }, filter, signal) =>
      filterFiles(await readTree(rest, repo, sha, signal), filter),
    listRootFiles: async (repo, { sha }, signal) =>
      filterFiles(await readTree(rest, repo, sha, signal, false), (path) => !path.includes('/')),
    findReleaseText: findReleaseText(rest),
    links: {
      issue: (_, { webUrl }, number) => webUrl && `${webUrl}/issues/${number}`,
      pull: (_, { webUrl }, number) => webUrl && `${webUrl}/pulls/${number}`,
      commit: (_, { webUrl }, sha) => webUrl && `${webUrl}/commit/${sha}`,
      file: (_, { webUrl }, { sha, path, line }) =>
        webUrl && `${webUrl}/src/commit/${sha}/${pathSegments(path)}${line === null ? '' : `#L${line}`}`,
    },
    pulls: newGiteaPulls(rest, connection),
    reports: newGithubStyleReports(rest),
    close: async () => {},
  };
}

const compare =
  (rest: RestClient): CodeHost['compare'] =>
  async (repo, base, head, { commitsMax, filesMax }, signal) => {
    const response = await rest.get(
      `${repoPath(repo)}/compare/${base.sha}...${head.sha}`,
      signal,
      [404, 500],
      'comparison',
    );
    const listed: GithubStyleCommit[] = response.status === 200 ? (response.body.commits ?? []) : [];
    if (listed.length > commitsMax || response.body.total_commits > commitsMax)
      throw tooLarge('commits', commitsMax);
    assertWithinApiLimits({
      commits: listed.length,
      isTruncated: response.body.total_commits > listed.length,
    });
    const mergeBase = response.status === 200 ? inferMergeBase(base.sha, head.sha, listed) : undefined;
    const [before, after] = await Promise.all([
      readTree(rest, repo, mergeBase ?? base.sha, signal),
      readTree(rest, repo, head.sha, signal),
    ]);
    const files = diffTrees(before, after, new Map(), filesMax);
    assertWithinApiLimits({ files: files.length });
    return { mergeBase, commits: listed.map(toCommit), files };
  };

/** Gitea does not return the merge base. It is a parent of the listed commits that is not listed itself. */
function inferMergeBase(base: string, head: string, commits: GithubStyleCommit[]): string | undefined {
  if (commits.length === 0) return head;
  const listed = new Set(commits.map(({ sha }) => sha));
  const before = commits
    .flatMap(({ parents = [] }) => parents.map(({ sha }) => sha))
    .filter((sha) => !listed.has(sha));
  return before.includes(base) ? base : before.at(-1);
}

async function readTree(
  rest: RestClient,
  repo: RepositoryName,
  sha: string,
  signal: AbortSignal,
  isRecursive = true,
): Promise<Tree> {
  const tree: Tree = new Map();
  for (let page = 1; ; page++) {
    const query = `recursive=${isRecursive}&per_page=${entriesPerPage}&page=${page}`;
    const { body } = await rest.get(`${repoPath(repo)}/git/trees/${sha}?${query}`, signal, [], 'page');
    const entries: { path: string; type: string; sha: string }[] = body.tree ?? [];
    for (const { path, type, sha: id } of entries)
      if (type !== 'tree') tree.set(path, { path, id, isSubmodule: type === 'commit' });
    if (!body.truncated || entries.length === 0) return tree;
  }
}
