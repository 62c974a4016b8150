import { invalid } from '../../platform/errors.ts';
import type { NewPullRequest, PullRequest, PullRequests, RepositoryName } from '../code-host.ts';
import { branchMoved } from '../host-failure.ts';
import { hostTitles } from '../remote-address.ts';
import { pickPullRequest } from '../rest/pick-pull-request.ts';
import { refusalFromResponse } from '../rest/response-refusals.ts';
import { type RestClient, segment } from '../rest/rest-client.ts';
import { projectPath } from './project-path.ts';

const latestCommitsMax = 20;

interface MergeRequest {
  iid: number;
  web_url: string;
  state: string;
}

const toPullRequest = ({ iid, web_url, state }: MergeRequest): PullRequest => ({
  number: iid,
  url: web_url,
  state: state === 'opened' ? 'open' : state === 'merged' ? 'merged' : 'closed',
});

/** GitLab's merge requests serve as pull requests, and its pipelines as workflows. */
export function newGitLabMergeRequests(rest: RestClient): PullRequests {
  const findByBranch = async (repo: RepositoryName, branch: string, signal: AbortSignal) => {
    const query = `source_branch=${segment(branch)}&state=all&per_page=100`;
    const { body } = await rest.get(`${projectPath(repo)}/merge_requests?${query}`, signal, [], 'page');
    return pickPullRequest((body as MergeRequest[]).map(toPullRequest));
  };
  const findTip = async (repo: RepositoryName, branch: string, signal: AbortSignal) => {
    const path = `${projectPath(repo)}/repository/branches/${segment(branch)}`;
    const { status, body } = await rest.get(path, signal, [404]);
    return status === 404 ? undefined : (body.commit.id as string);
  };

  return {
    find: async (repo, number, signal) => {
      const { status, body } = await rest.get(`${projectPath(repo)}/merge_requests/${number}`, signal, [404]);
      return status === 404
        ? undefined
        : {
            ...{ title: body.title, body: body.description ?? '', labels: body.labels ?? [] },
            ...{ state: toPullRequest(body).state, isDraft: body.draft === true },
            ...{ sha: body.sha, target: body.target_branch },
            isFromFork: body.source_project_id !== body.target_project_id,
          };
    },
    findByBranch,
    open: async (repo, { title, body, branch, target }: NewPullRequest, signal) => {
      const answer = await rest.request('POST', `${projectPath(repo)}/merge_requests`, signal, {
        body: { title, description: body, source_branch: branch, target_branch: target },
        expected: [400, 409],
      });
      if (answer.status === 201) return toPullRequest(answer.body);
      const known = await findByBranch(repo, branch, signal);
      if (known?.state === 'open') return known;
      throw invalid({
        openPr: [
          `GitLab rejected the merge request: ${JSON.stringify(answer.body.message ?? answer.status).slice(0, 300)}`,
        ],
      });
    },
    update: async (repo, number, { title, body }, signal) => {
      await rest.request('PUT', `${projectPath(repo)}/merge_requests/${number}`, signal, {
        body: { title, description: body },
      });
    },
    addLabels: async (repo, number, labels, signal) => {
      await rest.request('PUT', `${projectPath(repo)}/merge_requests/${number}`, signal, {
        body: { add_labels: labels.join(',') },
      });
    },
    findBranch: async (repo, branch, signal) => {
      const sha = await findTip(repo, branch, signal);
      if (sha === undefined) return undefined;
      const { body } = await rest.get(
        `${projectPath(repo)}/repository/commits?ref_name=${sha}&per_page=${latestCommitsMax}`,
        signal,
        [],
        'page',
      );
      return {
        sha,
        latest: body.map((item: { id: string; message: string }) => ({
          sha: item.id,
          message: item.message,
        })),
      };
    },
    commitFiles: async (repo, { branch, parent, message, files, replaces }, signal) => {
      const actions = await Promise.all(
        files.map(async ({ path, content }) => {
          const known = await rest.get(
            `${projectPath(repo)}/repository/files/${segment(path)}?ref=${parent}`,
            signal,
            [404],
            'page',
          );
          return { action: known.status === 404 ? 'create' : 'update', file_path: path, content };
        }),
      );
      // GitLab cannot update a branch conditionally, so the tip is compared just before the update.
      if (replaces !== undefined && (await findTip(repo, branch, signal)) !== replaces)
        throw branchMoved(branch);
      const answer = await rest.request('POST', `${projectPath(repo)}/repository/commits`, signal, {
        body: {
          branch,
          start_sha: parent,
          commit_message: message,
          author_name: 'Docket',
          actions,
          ...(replaces !== undefined && { force: true }),
        },
        expected: [400],
      });
      if (answer.status === 201) return answer.body.id;
      if (replaces === undefined && (await findTip(repo, branch, signal))) throw branchMoved(branch);
      throw refusalFromResponse(hostTitles.gitlab, answer);
    },
    startWorkflow: async (repo, { ref }, signal) => {
      const { status, body } = await rest.request('POST', `${projectPath(repo)}/pipeline`, signal, {
        body: { ref },
        expected: [400],
      });
      if (status === 400)
        throw invalid({
          triggerWorkflow: [`GitLab cannot start a pipeline: ${JSON.stringify(body.message)}`],
        });
      return { id: String(body.id), url: body.web_url };
    },
    findRun: async (repo, { ref, sha }, signal) => {
      const query = `ref=${segment(ref)}&sha=${segment(sha)}&source=api&per_page=1`;
      const { body } = await rest.get(`${projectPath(repo)}/pipelines?${query}`, signal);
      const [run] = body;
      return run && { id: String(run.id), url: run.web_url as string };
    },
  };
}
