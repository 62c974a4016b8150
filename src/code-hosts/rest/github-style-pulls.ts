import { setTimeout as wait } from 'node:timers/promises';
import { invalid, upstreamFailed } from '../../platform/errors.ts';
import type {
  NewPullRequest,
  PullRequest,
  PullRequests,
  RepositoryName,
  WorkflowStart,
} from '../code-host.ts';
import { pickPullRequest } from './pick-pull-request.ts';
import { repoPath } from './repository-path.ts';
import { type RestClient, segment } from './rest-client.ts';

const latestCommitsMax = 20;
const messageLengthMax = 300;
const runPollDelaysMs = [0, 500, 1_000, 2_000, 4_000];

/** The differences between the pull request APIs of GitHub and Gitea, which are otherwise the same. */
export interface GithubStyleApi {
  title: string;
  /** The pull requests of a branch; the list may hold others too. */
  listPulls(repo: RepositoryName, branch: string, signal: AbortSignal): Promise<GithubStylePull[]>;
  /** The query that lists the latest commits without details. */
  commitsQuery: (count: number) => string;
  /** The path that lists workflow runs started through the API. */
  runsPath(start: WorkflowStart): string;
  findTip(repo: RepositoryName, branch: string, signal: AbortSignal): Promise<string | undefined>;
}

export interface GithubStylePull {
  number: number;
  html_url: string;
  state: string;
  merged_at?: string | null;
  head?: { ref?: string };
}

const toPullRequest = ({ number, html_url, state, merged_at }: GithubStylePull): PullRequest => ({
  number,
  url: html_url,
  state: state === 'open' ? 'open' : merged_at ? 'merged' : 'closed',
});

export function newGithubStylePulls(
  rest: RestClient,
  api: GithubStyleApi,
): Omit<PullRequests, 'commitFiles'> {
  const { title: host, listPulls, commitsQuery, runsPath, findTip } = api;
  const findByBranch = async (repo: RepositoryName, branch: string, signal: AbortSignal) => {
    const listed = await listPulls(repo, branch, signal);
    return pickPullRequest(listed.filter(({ head }) => head?.ref === branch).map(toPullRequest));
  };
  const findRun = async (repo: RepositoryName, start: WorkflowStart, signal: AbortSignal) => {
    const { status, body } = await rest.get(`${repoPath(repo)}/actions/${runsPath(start)}`, signal, [404]);
    const [run] = status === 200 ? (body.workflow_runs ?? []) : [];
    return run && { id: String(run.id), url: run.html_url as string };
  };

  return {
    find: async (repo, number, signal) => {
      const { status, body } = await rest.get(`${repoPath(repo)}/pulls/${number}`, signal, [404]);
      if (status === 404) return undefined;
      const labels = (body.labels ?? []).map(({ name }: { name: string }) => name);
      return {
        ...{ title: body.title, body: body.body ?? '', labels },
        ...{ state: toPullRequest(body).state, isDraft: body.draft === true },
        ...{ sha: body.head.sha, target: body.base.ref },
        // The repository of the head is null once the fork was deleted.
        isFromFork: body.head.repo?.id !== body.base.repo?.id,
      };
    },
    findByBranch,
    open: async (repo, { title, body, branch, target }: NewPullRequest, signal) => {
      const answer = await rest.request('POST', `${repoPath(repo)}/pulls`, signal, {
        body: { title, body, head: branch, base: target },
        expected: [409, 422],
      });
      if (answer.status === 201) return toPullRequest(answer.body);
      // Another process may have opened the pull request first.
      const known = await findByBranch(repo, branch, signal);
      if (known?.state === 'open') return known;
      const message = JSON.stringify(answer.body.errors ?? answer.body.message ?? answer.status);
      throw invalid({ openPr: [`${host} rejected the pull request: ${message.slice(0, messageLengthMax)}`] });
    },
    update: async (repo, number, { title, body }, signal) => {
      await rest.request('PATCH', `${repoPath(repo)}/pulls/${number}`, signal, {
        body: { title, body },
      });
    },
    addLabels: async (repo, number, labels, signal) => {
      await rest.request('POST', `${repoPath(repo)}/issues/${number}/labels`, signal, {
        body: { labels },
      });
    },
    findBranch: async (repo, branch, signal) => {
      const sha = await findTip(repo, branch, signal);
      if (sha === undefined) return undefined;
      const { body } = await rest.get(
        `${repoPath(repo)}/commits?sha=${sha}&${commitsQuery(latestCommitsMax)}`,
        signal,
        [],
        'page',
      );
      return {
        sha,
        latest: body.map((item: { sha: string; commit: { message: string } }) => ({
          sha: item.sha,
          message: item.commit.message,
        })),
      };
    },
    startWorkflow: async (repo, start, signal) => {
      const { workflow, ref } = start;
      const path = `${repoPath(repo)}/actions/workflows/${segment(workflow)}/dispatches`;
      const { status, body } = await rest.request('POST', path, signal, {
        body: { ref, return_run_details: true },
        expected: [404, 422],
      });
      if (status === 404) throw invalid({ workflowIdOrFile: [`The repository has no workflow ${workflow}`] });
      if (status === 422)
        throw invalid({ workflowIdOrFile: [`${host} cannot start ${workflow}: ${body.message}`] });
      if (body.workflow_run_id !== undefined) return { id: String(body.workflow_run_id), url: body.html_url };
      // Older versions do not return the run; it appears in the list shortly after.
      for (const ms of runPollDelaysMs) {
        await wait(ms, undefined, { signal });
        const run = await findRun(repo, start, signal);
        if (run) return run;
      }
      throw upstreamFailed(
        `${host} accepted the workflow but lists no run yet. Repeat the request to get the URL of the run`,
        10,
      );
    },
    findRun,
  };
}
