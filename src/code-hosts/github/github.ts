import type { CodeHost, CompareLimits, Comparison, RepositoryName, Revision } from '../code-host.ts';
import { refNotFound, repositoryNotFound, tooLarge } from '../host-failure.ts';
import { hostTitles, type RemoteConnection } from '../remote-address.ts';
import { assertWithinApi } from '../rest/beyond-api.ts';
import { commitOf, secondsOf } from '../rest/commit-of.ts';
import { diffTrees, type Tree } from '../rest/diff-trees.ts';
import { inParallel } from '../rest/in-parallel.ts';
import { refusalOf } from '../rest/refusal-of.ts';
import { repositoryPath as at } from '../rest/repository-path.ts';
import { newRestClient, type RestClient, segment } from '../rest/rest-client.ts';
import { newGitHubPulls } from './github-pulls.ts';

const commitsPerPage = 100;

/** github.com, and GitHub Enterprise by its address. */
export function newGitHub({ apiUrl, token, outbound }: RemoteConnection): CodeHost {
  const rest = newRestClient({
    title: hostTitles.github,
    apiUrl,
    outbound,
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });

  return {
    kind: 'github',
    hasRepository: async (repo, signal) =>
      (await rest.ask('GET', at(repo), signal, { expected: [404] })).status !== 404,
    findRepository: async (repo, signal) => {
      const { status, body } = await rest.ask('GET', at(repo), signal, { expected: [404] });
      if (status === 404) throw repositoryNotFound(repo);
      return { defaultBranch: body.default_branch, webUrl: body.html_url };
    },
    resolve: async (repo, ref, signal) => {
      const { status, body } = await rest.ask('GET', `${at(repo)}/commits/${segment(ref)}`, signal, {
        expected: [404, 409, 422],
      });
      if (status !== 200) throw refNotFound(repo, ref);
      return { sha: body.sha, committedAt: secondsOf(body.commit.committer.date) };
    },
    compare: (repo, base, head, limits, signal) => compare(rest, repo, base, head, limits, signal),
    readBlobs: (repo, ids, bytesMax, signal, take) =>
      inParallel(ids, async (id) => {
        const answer = await rest.ask('GET', `${at(repo)}/git/blobs/${id}`, signal, { expected: [403, 404] });
        const { status, body } = answer;
        // Also what it finds too large to send is forbidden to it.
        if (status === 403 && body.errors?.[0]?.code !== 'too_large')
          throw refusalOf(hostTitles.github, answer);
        if (status === 200 && body.size <= bytesMax) take(id, Buffer.from(body.content, 'base64'));
      }),
    listFiles: async (repo, { sha }, wanted, signal) => {
      const tree = await readTree(rest, repo, sha, signal);
      return new Map(
        [...tree.values()]
          .filter(({ path, isSubmodule }) => !isSubmodule && wanted(path))
          .map(({ path, id }) => [path, id]),
      );
    },
    links: {
      issue: (_, { webUrl }, number) => webUrl && `${webUrl}/issues/${number}`,
      pull: (_, { webUrl }, number) => webUrl && `${webUrl}/pull/${number}`,
      commit: (_, { webUrl }, sha) => webUrl && `${webUrl}/commit/${sha}`,
    },
    pulls: newGitHubPulls(rest),
    close: async () => {},
  };
}

async function compare(
  rest: RestClient,
  repo: RepositoryName,
  base: Revision,
  head: Revision,
  { commitsMax, filesMax }: CompareLimits,
  signal: AbortSignal,
): Promise<Comparison> {
  const page = (number: number) =>
    rest.ask(
      'GET',
      `${at(repo)}/compare/${base.sha}...${head.sha}?per_page=${commitsPerPage}&page=${number}`,
      signal,
      { expected: [404] },
    );
  const first = await page(1);
  // GitHub says so where the two have no history in common.
  if (first.status === 404) return compareUnrelated(rest, repo, base, head, { commitsMax, filesMax }, signal);
  const { body } = first;
  if (body.total_commits > commitsMax) throw tooLarge('commits', commitsMax);
  assertWithinApi({ commits: body.total_commits, files: body.files?.length });
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
  const shown = commits.reverse().map(commitOf);
  // Of a single commit the files are known; of several, GitHub would have to be asked for each.
  const [only] = shown;
  if (only && shown.length === 1) only.paths = paths.slice(0, 50);
  return { mergeBase, commits: shown, files: diffTrees(before, after, renames, filesMax) };
}

async function compareUnrelated(
  rest: RestClient,
  repo: RepositoryName,
  base: Revision,
  head: Revision,
  { commitsMax, filesMax }: CompareLimits,
  signal: AbortSignal,
): Promise<Comparison> {
  const commits = [];
  for (let number = 1; ; number++) {
    const { body } = await rest.ask(
      'GET',
      `${at(repo)}/commits?sha=${head.sha}&per_page=${commitsPerPage}&page=${number}`,
      signal,
    );
    commits.push(...body.map(commitOf));
    if (commits.length > commitsMax) throw tooLarge('commits', commitsMax);
    assertWithinApi({ commits: commits.length });
    if (body.length < commitsPerPage) break;
  }
  const [before, after] = await Promise.all([
    readTree(rest, repo, base.sha, signal),
    readTree(rest, repo, head.sha, signal),
  ]);
  return { mergeBase: undefined, commits, files: diffTrees(before, after, new Map(), filesMax) };
}

/** Every file of a commit; a tree that is too large for one answer is walked folder by folder. */
async function readTree(
  rest: RestClient,
  repo: RepositoryName,
  sha: string,
  signal: AbortSignal,
): Promise<Tree> {
  const { body } = await rest.ask('GET', `${at(repo)}/git/trees/${sha}?recursive=1`, signal);
  const tree: Tree = new Map();
  if (!body.truncated) {
    addEntries(tree, body.tree, '');
    return tree;
  }
  const walk = async (id: string, prefix: string): Promise<void> => {
    const folder = await rest.ask('GET', `${at(repo)}/git/trees/${id}`, signal);
    const folders = addEntries(tree, folder.body.tree, prefix);
    await inParallel(folders, ({ sha: own, path }) => walk(own, `${prefix}${path}/`));
  };
  await walk(sha, '');
  return tree;
}

interface HubEntry {
  path: string;
  type: string;
  sha: string;
}

/** Answers the folders. */
function addEntries(tree: Tree, entries: HubEntry[], prefix: string): HubEntry[] {
  for (const { path, type, sha } of entries) {
    if (type !== 'tree')
      tree.set(prefix + path, { path: prefix + path, id: sha, isSubmodule: type === 'commit' });
  }
  return entries.filter(({ type }) => type === 'tree');
}
