import type { CodeHost, RepositoryName } from '../code-host.ts';
import { refNotFound, repositoryNotFound, tooLarge } from '../host-failure.ts';
import { hostTitles, type RemoteConnection } from '../remote-address.ts';
import { assertWithinApiLimits } from '../rest/api-limits.ts';
import { diffTrees, filterFiles, type Tree } from '../rest/diff-trees.ts';
import { toCommit, toIsoSeconds } from '../rest/github-style-commit.ts';
import { findReleaseText } from '../rest/github-style-release.ts';
import { newGithubStyleReports } from '../rest/github-style-reports.ts';
import { inParallel } from '../rest/in-parallel.ts';
import { pathSegments, repoPath } from '../rest/repository-path.ts';
import { refusalFromResponse } from '../rest/response-refusals.ts';
import { newRestClient, type RestClient, segment, tooLargeBlob } from '../rest/rest-client.ts';
import { newGitHubPulls } from './github-pulls.ts';
import { listGitHubRefs } from './github-refs.ts';

const commitsPerPage = 100;

/** github.com and GitHub Enterprise. */
export function newGitHub({ apiUrl, token, outbound, followsRenames }: RemoteConnection): CodeHost {
  const rest = newRestClient({
    title: hostTitles.github,
    apiUrl,
    outbound,
    followsRenames,
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });

  return {
    kind: 'github',
    hasRepository: (repo, signal) => rest.exists(repoPath(repo), signal),
    findRepository: async (repo, signal) => {
      const { status, body } = await rest.get(repoPath(repo), signal, [404]);
      if (status === 404) throw repositoryNotFound(repo);
      return { defaultBranch: body.default_branch, webUrl: body.html_url };
    },
    resolve: async (repo, ref, signal) => {
      const { status, body } = await rest.get(
        `${repoPath(repo)}/commits/${segment(ref)}`,
        signal,
        [404, 409, 422],
        'comparison',
      );
      if (status !== 200) throw refNotFound(repo, ref);
      return { sha: body.sha, committedAt: toIsoSeconds(body.commit.committer.date) };
    },
    listRefs: listGitHubRefs(rest),
    compare: compare(rest),
    readBlobs: (repo, ids, bytesMax, signal, onBlob) =>
      inParallel(ids, async (id) => {
        const path = `${repoPath(repo)}/git/blobs/${id}`;
        const answer = (await rest.getBlob(path, signal, bytesMax, [403, 404])) ?? tooLargeBlob;
        const { status, body } = answer;
        // GitHub also returns 403 for a blob that is too large to send.
        if (status === 403 && body.errors?.[0]?.code !== 'too_large')
          throw refusalFromResponse(hostTitles.github, answer);
        if (status === 200 && body.size <= bytesMax) onBlob(id, Buffer.from(body.content, 'base64'));
      }),
    listFiles: async (repo, { sha }, filter, signal) =>
      filterFiles(await readTree(rest, repo, sha, signal), filter),
    listRootFiles: async (repo, { sha }, signal) => {
      const { body } = await rest.get(`${repoPath(repo)}/git/trees/${sha}`, signal, [], 'tree');
      return rootFiles(body.tree ?? []);
    },
    findReleaseText: findReleaseText(rest),
    links: {
      issue: (_, { webUrl }, number) => webUrl && `${webUrl}/issues/${number}`,
      pull: (_, { webUrl }, number) => webUrl && `${webUrl}/pull/${number}`,
      commit: (_, { webUrl }, sha) => webUrl && `${webUrl}/commit/${sha}`,
      file: (_, { webUrl }, { sha, path, line }) =>
        webUrl && `${webUrl}/blob/${sha}/${pathSegments(path)}${line === null ? '' : `#L${line}`}`,
    },
    pulls: newGitHubPulls(rest),
    reports: newGithubStyleReports(rest),
    close: async () => {},
  };
}

const compare =
  (rest: RestClient): CodeHost['compare'] =>
  async (repo, base, head, { commitsMax, filesMax }, signal) => {
    const page = (number: number) =>
      rest.get(
        `${repoPath(repo)}/compare/${base.sha}...${head.sha}?per_page=${commitsPerPage}&page=${number}`,
        signal,
        [404],
        'comparison',
      );
    const first = await page(1);
    // GitHub returns 404 if base and head have no common ancestor.
    if (first.status === 404)
      return compareUnrelated(rest)(repo, base, head, { commitsMax, filesMax }, signal);
    const { body } = first;
    if (body.total_commits > commitsMax) throw tooLarge('commits', commitsMax);
    assertWithinApiLimits({ commits: body.total_commits, files: body.files?.length });
    const commits = [...body.commits];
    for (let number = 2; commits.length < body.total_commits; number++) {
      const more = (await page(number)).body.commits;
      if (!more?.length) break;
      commits.push(...more);
    }
    const mergeBase = body.merge_base_commit.sha as string;
    const renames = new Map<string, string>();
    for (const file of body.files ?? [])
      if (file.status === 'renamed') renames.set(file.filename, file.previous_filename);
    const [before, after] = await Promise.all([
      readTree(rest, repo, mergeBase, signal),
      readTree(rest, repo, head.sha, signal),
    ]);
    const paths: string[] = (body.files ?? []).map((file: { filename: string }) => file.filename);
    const newestFirst = commits.reverse().map(toCommit);
    // The files of the comparison are those of a single commit; for more, GitHub needs one request per commit.
    const [only] = newestFirst;
    if (only && newestFirst.length === 1) only.paths = paths.slice(0, 50);
    return { mergeBase, commits: newestFirst, files: diffTrees(before, after, renames, filesMax) };
  };

const compareUnrelated =
  (rest: RestClient): CodeHost['compare'] =>
  async (repo, base, head, { commitsMax, filesMax }, signal) => {
    const commits = [];
    for (let number = 1; ; number++) {
      const { body } = await rest.get(
        `${repoPath(repo)}/commits?sha=${head.sha}&per_page=${commitsPerPage}&page=${number}`,
        signal,
        [],
        'page',
      );
      commits.push(...body.map(toCommit));
      if (commits.length > commitsMax) throw tooLarge('commits', commitsMax);
      assertWithinApiLimits({ commits: commits.length });
      if (body.length < commitsPerPage) break;
    }
    const [before, after] = await Promise.all([
      readTree(rest, repo, base.sha, signal),
      readTree(rest, repo, head.sha, signal),
    ]);
    return { mergeBase: undefined, commits, files: diffTrees(before, after, new Map(), filesMax) };
  };

const rootFiles = (entries: { path: string; type: string; sha: string }[]) =>
  new Map(entries.filter(({ type }) => type === 'blob').map(({ path, sha }) => [path, sha]));

/** Lists the files of a commit. A tree too large for one response is read folder by folder. */
async function readTree(
  rest: RestClient,
  repo: RepositoryName,
  sha: string,
  signal: AbortSignal,
): Promise<Tree> {
  const { body } = await rest.get(`${repoPath(repo)}/git/trees/${sha}?recursive=1`, signal, [], 'tree');
  const tree: Tree = new Map();
  if (!body.truncated) {
    addEntries(tree, body.tree, '');
    return tree;
  }
  const walk = async (id: string, prefix: string): Promise<void> => {
    const folder = await rest.get(`${repoPath(repo)}/git/trees/${id}`, signal, [], 'tree');
    const folders = addEntries(tree, folder.body.tree, prefix);
    await inParallel(folders, ({ sha: folderId, path }) => walk(folderId, `${prefix}${path}/`));
  };
  await walk(sha, '');
  return tree;
}

interface GithubTreeEntry {
  path: string;
  type: string;
  sha: string;
}

/** Adds the files to the tree and returns the folders. */
function addEntries(tree: Tree, entries: GithubTreeEntry[], prefix: string): GithubTreeEntry[] {
  for (const { path, type, sha } of entries) {
    if (type !== 'tree')
      tree.set(prefix + path, { path: prefix + path, id: sha, isSubmodule: type === 'commit' });
  }
  return entries.filter(({ type }) => type === 'tree');
}
