import type { CodeHost, FileChange, RepositoryName } from '../code-host.ts';
import { refNotFound, repositoryNotFound, tooLarge } from '../host-failure.ts';
import { hostTitles, type RemoteConnection } from '../remote-address.ts';
import { assertWithinApiLimits } from '../rest/api-limits.ts';
import { toIsoSeconds } from '../rest/github-style-commit.ts';
import { inParallel } from '../rest/in-parallel.ts';
import { pathSegments } from '../rest/repository-path.ts';
import { newRestClient, type RestClient, segment, tooLargeBlob } from '../rest/rest-client.ts';
import { newGitLabMergeRequests } from './gitlab-merge-requests.ts';
import { listGitLabRefs } from './gitlab-refs.ts';
import { newGitLabReports } from './gitlab-reports.ts';
import { projectPath } from './project-path.ts';

const perPage = 100;
const submodule = '160000';

/** gitlab.com and self-managed GitLab. */
export function newGitLab({ apiUrl, token, outbound, followsRenames }: RemoteConnection): CodeHost {
  const rest = newRestClient({
    title: hostTitles.gitlab,
    apiUrl,
    outbound,
    followsRenames,
    headers: token ? { 'private-token': token } : {},
  });

  return {
    kind: 'gitlab',
    hasRepository: (repo, signal) => rest.exists(projectPath(repo), signal),
    findRepository: async (repo, signal) => {
      const { status, body } = await rest.get(projectPath(repo), signal, [404]);
      if (status === 404) throw repositoryNotFound(repo);
      return { defaultBranch: body.default_branch, webUrl: body.web_url };
    },
    resolve: async (repo, ref, signal) => {
      const { status, body } = await rest.get(
        `${projectPath(repo)}/repository/commits/${segment(ref)}`,
        signal,
        [404],
      );
      if (status === 404) throw refNotFound(repo, ref);
      return { sha: body.id, committedAt: toIsoSeconds(body.committed_date) };
    },
    listRefs: listGitLabRefs(rest),
    compare: compare(rest),
    readBlobs: (repo, ids, bytesMax, signal, onBlob) =>
      inParallel(ids, async (id) => {
        const path = `${projectPath(repo)}/repository/blobs/${id}`;
        const { status, body } = (await rest.getBlob(path, signal, bytesMax, [404])) ?? tooLargeBlob;
        if (status === 200 && body.size <= bytesMax) onBlob(id, Buffer.from(body.content ?? '', 'base64'));
      }),
    listFiles: async (repo, { sha }, filter, signal) => {
      const files = await listFolder(rest, repo, sha, '', true, signal);
      return new Map([...files].filter(([path]) => filter(path)));
    },
    listRootFiles: (repo, { sha }, signal) => listFolder(rest, repo, sha, '', false, signal),
    findReleaseText: async (repo, tag, signal) => {
      const path = `${projectPath(repo)}/releases/${segment(tag)}`;
      const { status, body } = await rest.get(path, signal, [404]);
      return status === 404 || body.description === null ? undefined : body.description;
    },
    links: {
      issue: (_, { webUrl }, number) => webUrl && `${webUrl}/-/issues/${number}`,
      pull: (_, { webUrl }, number) => webUrl && `${webUrl}/-/merge_requests/${number}`,
      commit: (_, { webUrl }, sha) => webUrl && `${webUrl}/-/commit/${sha}`,
      file: (_, { webUrl }, { sha, path, line }) =>
        webUrl && `${webUrl}/-/blob/${sha}/${pathSegments(path)}${line === null ? '' : `#L${line}`}`,
    },
    pulls: newGitLabMergeRequests(rest),
    reports: newGitLabReports(rest),
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

const compare =
  (rest: RestClient): CodeHost['compare'] =>
  async (repo, base, head, { commitsMax, filesMax }, signal) => {
    const common = await rest.get(
      `${projectPath(repo)}/repository/merge_base?refs[]=${base.sha}&refs[]=${head.sha}`,
      signal,
      [404],
    );
    const mergeBase: string | undefined = common.status === 200 ? common.body.id : undefined;
    const query = `from=${base.sha}&to=${head.sha}&straight=${mergeBase === undefined}`;
    const { body } = await rest.get(
      `${projectPath(repo)}/repository/compare?${query}`,
      signal,
      [],
      'comparison',
    );
    if (body.commits.length > commitsMax) throw tooLarge('commits', commitsMax);
    const diffs = body.diffs as Diff[];
    if (diffs.length > filesMax) throw tooLarge('files', filesMax);
    assertWithinApiLimits({
      commits: body.commits.length,
      files: diffs.length,
      isTruncated: body.compare_timeout === true,
    });
    const [before, after] = await Promise.all([
      listBlobIds(
        rest,
        repo,
        mergeBase ?? base.sha,
        diffs.filter(({ new_file }) => !new_file).map(({ old_path }) => old_path),
        signal,
      ),
      listBlobIds(
        rest,
        repo,
        head.sha,
        diffs.filter(({ deleted_file }) => !deleted_file).map(({ new_path }) => new_path),
        signal,
      ),
    ]);
    return {
      mergeBase,
      // GitLab lists the oldest commit first.
      commits: [...body.commits]
        .reverse()
        .map((commit: { id: string; parent_ids?: string[]; author_name?: string; message: string }) => ({
          sha: commit.id,
          isMerge: (commit.parent_ids ?? []).length > 1,
          parents: commit.parent_ids ?? [],
          author: commit.author_name ?? '',
          message: commit.message,
          paths: [],
        })),
      files: diffs.map((diff) => fileChange(diff, before, after)),
    };
  };

function fileChange(diff: Diff, before: Map<string, string>, after: Map<string, string>): FileChange {
  const kind = diff.new_file
    ? 'added'
    : diff.deleted_file
      ? 'removed'
      : diff.renamed_file
        ? 'renamed'
        : 'modified';
  const [oldId, newId] = [before.get(diff.old_path), after.get(diff.new_path)];
  const isSubmodule = diff.a_mode === submodule || diff.b_mode === submodule;
  return {
    kind,
    path: diff.new_path,
    ...(kind === 'renamed' && { previousPath: diff.old_path }),
    ...(oldId && kind !== 'added' && !isSubmodule && { before: oldId }),
    ...(newId && kind !== 'removed' && !isSubmodule && { after: newId }),
    isSubmodule,
  };
}

/** GitLab lists the files of a comparison without blob ids; listing their folders returns the ids. */
async function listBlobIds(
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
    const { status, body } = await rest.get(
      `${projectPath(repo)}/repository/tree?${query}`,
      signal,
      [404],
      'page',
    );
    const entries: { path: string; type: string; id: string }[] = status === 404 ? [] : body;
    for (const { path, type, id } of entries) if (type === 'blob') files.set(path, id);
    if (entries.length < perPage) return files;
  }
}
