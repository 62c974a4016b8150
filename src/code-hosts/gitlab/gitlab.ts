import type {
  CodeHost,
  CompareLimits,
  Comparison,
  FileChange,
  RepositoryName,
  Revision,
} from '../code-host.ts';
import { refNotFound, repositoryNotFound, tooLarge } from '../host-failure.ts';
import { hostTitles, type RemoteConnection } from '../remote-address.ts';
import { assertWithinApi } from '../rest/beyond-api.ts';
import { secondsOf } from '../rest/commit-of.ts';
import { inParallel } from '../rest/in-parallel.ts';
import { newRestClient, type RestClient, segment } from '../rest/rest-client.ts';
import { newGitLabMerges } from './gitlab-merges.ts';
import { projectPath as at } from './project-path.ts';

const perPage = 100;
const submodule = '160000';

/** gitlab.com, and others by their address. */
export function newGitLab({ apiUrl, token, outbound }: RemoteConnection): CodeHost {
  const rest = newRestClient({
    title: hostTitles.gitlab,
    apiUrl,
    outbound,
    headers: token ? { 'private-token': token } : {},
  });

  return {
    kind: 'gitlab',
    hasRepository: async (repo, signal) =>
      (await rest.ask('GET', at(repo), signal, { expected: [404] })).status !== 404,
    findRepository: async (repo, signal) => {
      const { status, body } = await rest.ask('GET', at(repo), signal, { expected: [404] });
      if (status === 404) throw repositoryNotFound(repo);
      return { defaultBranch: body.default_branch, webUrl: body.web_url };
    },
    resolve: async (repo, ref, signal) => {
      const { status, body } = await rest.ask(
        'GET',
        `${at(repo)}/repository/commits/${segment(ref)}`,
        signal,
        { expected: [404] },
      );
      if (status === 404) throw refNotFound(repo, ref);
      return { sha: body.id, committedAt: secondsOf(body.committed_date) };
    },
    compare: (repo, base, head, limits, signal) => compare(rest, repo, base, head, limits, signal),
    readBlobs: (repo, ids, bytesMax, signal, take) =>
      inParallel(ids, async (id) => {
        const { status, body } = await rest.ask('GET', `${at(repo)}/repository/blobs/${id}`, signal, {
          expected: [404],
        });
        if (status === 200 && body.size <= bytesMax) take(id, Buffer.from(body.content ?? '', 'base64'));
      }),
    listFiles: async (repo, { sha }, wanted, signal) => {
      const files = await listFolder(rest, repo, sha, '', true, signal);
      return new Map([...files].filter(([path]) => wanted(path)));
    },
    links: {
      issue: (_, { webUrl }, number) => webUrl && `${webUrl}/-/issues/${number}`,
      pull: (_, { webUrl }, number) => webUrl && `${webUrl}/-/merge_requests/${number}`,
      commit: (_, { webUrl }, sha) => webUrl && `${webUrl}/-/commit/${sha}`,
    },
    pulls: newGitLabMerges(rest),
    close: async () => {},
  };
}

interface Diff {
  old_path: string;
  new_path: string;
  a_mode: string;
  b_mode: string;
  new_file: boolean;
  renamed_file: boolean;
  deleted_file: boolean;
}

async function compare(
  rest: RestClient,
  repo: RepositoryName,
  base: Revision,
  head: Revision,
  { commitsMax, filesMax }: CompareLimits,
  signal: AbortSignal,
): Promise<Comparison> {
  const parted = await rest.ask(
    'GET',
    `${at(repo)}/repository/merge_base?refs[]=${base.sha}&refs[]=${head.sha}`,
    signal,
    { expected: [404] },
  );
  const mergeBase: string | undefined = parted.status === 200 ? parted.body.id : undefined;
  const query = `from=${base.sha}&to=${head.sha}&straight=${mergeBase === undefined}`;
  const { body } = await rest.ask('GET', `${at(repo)}/repository/compare?${query}`, signal);
  if (body.commits.length > commitsMax) throw tooLarge('commits', commitsMax);
  const diffs = body.diffs as Diff[];
  if (diffs.length > filesMax) throw tooLarge('files', filesMax);
  assertWithinApi({
    commits: body.commits.length,
    files: diffs.length,
    isCut: body.compare_timeout === true,
  });
  const [before, after] = await Promise.all([
    idsOf(
      rest,
      repo,
      mergeBase ?? base.sha,
      diffs.filter(({ new_file }) => !new_file).map(({ old_path }) => old_path),
      signal,
    ),
    idsOf(
      rest,
      repo,
      head.sha,
      diffs.filter(({ deleted_file }) => !deleted_file).map(({ new_path }) => new_path),
      signal,
    ),
  ]);
  return {
    mergeBase,
    // Oldest first there, newest first here.
    commits: [...body.commits]
      .reverse()
      .map((commit: { id: string; parent_ids?: string[]; author_name?: string; message: string }) => ({
        sha: commit.id,
        isMerge: (commit.parent_ids ?? []).length > 1,
        author: commit.author_name ?? '',
        message: commit.message,
        paths: [],
      })),
    files: diffs.map((diff) => fileChange(diff, before, after)),
  };
}

function fileChange(diff: Diff, before: Map<string, string>, after: Map<string, string>): FileChange {
  const kind = diff.new_file
    ? 'added'
    : diff.deleted_file
      ? 'removed'
      : diff.renamed_file
        ? 'renamed'
        : 'modified';
  const [was, is] = [before.get(diff.old_path), after.get(diff.new_path)];
  const isSubmodule = diff.a_mode === submodule || diff.b_mode === submodule;
  return {
    kind,
    path: diff.new_path,
    ...(kind === 'renamed' && { previousPath: diff.old_path }),
    ...(was && kind !== 'added' && !isSubmodule && { before: was }),
    ...(is && kind !== 'removed' && !isSubmodule && { after: is }),
    isSubmodule,
  };
}

/** GitLab names the files of a comparison without their ids; the folders they stand in have them. */
async function idsOf(
  rest: RestClient,
  repo: RepositoryName,
  sha: string,
  paths: string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const folders = [...new Set(paths.map((path) => path.split('/').slice(0, -1).join('/')))];
  const ids = new Map<string, string>();
  await inParallel(folders, async (folder) => {
    for (const [path, id] of await listFolder(rest, repo, sha, folder, false, signal)) ids.set(path, id);
  });
  return ids;
}

async function listFolder(
  rest: RestClient,
  repo: RepositoryName,
  sha: string,
  folder: string,
  isRecursive: boolean,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (let page = 1; ; page++) {
    const query = `ref=${sha}&path=${segment(folder)}&recursive=${isRecursive}&per_page=${perPage}&page=${page}`;
    const { status, body } = await rest.ask('GET', `${at(repo)}/repository/tree?${query}`, signal, {
      expected: [404],
    });
    const entries: { path: string; type: string; id: string }[] = status === 404 ? [] : body;
    for (const { path, type, id } of entries) if (type === 'blob') files.set(path, id);
    if (entries.length < perPage) return files;
  }
}
