import { setTimeout as wait } from 'node:timers/promises';
import { invalid, upstreamFailed } from '../../platform/errors.ts';
import type {
  NewPullRequest,
  PullRequest,
  PullRequests,
  RepositoryName,
  WorkflowStart,
} from '../code-host.ts';
import { bestPull } from './best-pull.ts';
import { repositoryPath as at } from './repository-path.ts';
import { type RestClient, segment } from './rest-client.ts';

const latestShown = 20;
const runLooksMs = [0, 500, 1_000, 2_000, 4_000];

/** Where GitHub and Gitea, which speak of pull requests in the same way, differ. */
export interface HubDialect {
  title: string;
  /** The pull requests of a branch, perhaps among others. */
  listPulls(repo: RepositoryName, branch: string, signal: AbortSignal): Promise<HubPull[]>;
  /** How the latest commits are asked for, and no more than is needed of them. */
  commitsQuery: (count: number) => string;
  /** How runs that were started by hand are asked for. */
  runsPath(start: WorkflowStart): string;
  findTip(repo: RepositoryName, branch: string, signal: AbortSignal): Promise<string | undefined>;
}

export interface HubPull {
  number: number;
  html_url: string;
  state: string;
  merged_at?: string | null;
  head?: { ref?: string };
}

const pullOf = ({ number, html_url, state, merged_at }: HubPull): PullRequest => ({
  number,
  url: html_url,
  state: state === 'open' ? 'open' : merged_at ? 'merged' : 'closed',
});

export function newHubPulls(rest: RestClient, dialect: HubDialect): Omit<PullRequests, 'commitFiles'> {
  const { title: host, listPulls, commitsQuery, runsPath, findTip } = dialect;
  const findByBranch = async (repo: RepositoryName, branch: string, signal: AbortSignal) => {
    const listed = await listPulls(repo, branch, signal);
    return bestPull(listed.filter(({ head }) => head?.ref === branch).map(pullOf));
  };
  const findRun = async (repo: RepositoryName, start: WorkflowStart, signal: AbortSignal) => {
    const { status, body } = await rest.ask('GET', `${at(repo)}/actions/${runsPath(start)}`, signal, {
      expected: [404],
    });
    const [run] = status === 200 ? (body.workflow_runs ?? []) : [];
    return run && { id: String(run.id), url: run.html_url as string };
  };

  return {
    find: async (repo, number, signal) => {
      const { status, body } = await rest.ask('GET', `${at(repo)}/pulls/${number}`, signal, {
        expected: [404],
      });
      return status === 404 ? undefined : { title: body.title, body: body.body ?? '' };
    },
    findByBranch,
    open: async (repo, { title, body, branch, target }: NewPullRequest, signal) => {
      const answer = await rest.ask('POST', `${at(repo)}/pulls`, signal, {
        body: { title, body, head: branch, base: target },
        expected: [409, 422],
      });
      if (answer.status === 201) return pullOf(answer.body);
      // Somebody else was faster.
      const known = await findByBranch(repo, branch, signal);
      if (known?.state === 'open') return known;
      const words = JSON.stringify(answer.body.errors ?? answer.body.message ?? answer.status);
      throw invalid({ openPr: [`${host} refused the pull request: ${words}`] });
    },
    update: async (repo, number, { title, body }, signal) => {
      await rest.ask('PATCH', `${at(repo)}/pulls/${number}`, signal, { body: { title, body } });
    },
    addLabels: async (repo, number, labels, signal) => {
      await rest.ask('POST', `${at(repo)}/issues/${number}/labels`, signal, { body: { labels } });
    },
    findBranch: async (repo, branch, signal) => {
      const sha = await findTip(repo, branch, signal);
      if (sha === undefined) return undefined;
      const { body } = await rest.ask(
        'GET',
        `${at(repo)}/commits?sha=${sha}&${commitsQuery(latestShown)}`,
        signal,
      );
      return {
        sha,
        latest: body.map((one: { sha: string; commit: { message: string } }) => ({
          sha: one.sha,
          message: one.commit.message,
        })),
      };
    },
    startWorkflow: async (repo, start, signal) => {
      const { workflow, ref } = start;
      const path = `${at(repo)}/actions/workflows/${segment(workflow)}/dispatches`;
      const { status, body } = await rest.ask('POST', path, signal, {
        body: { ref, return_run_details: true },
        expected: [404, 422],
      });
      if (status === 404)
        throw invalid({ workflowIdOrFile: [`There is no workflow ${workflow} in the repository`] });
      if (status === 422)
        throw invalid({ workflowIdOrFile: [`${host} cannot start ${workflow}: ${body.message}`] });
      if (body.workflow_run_id !== undefined) return { id: String(body.workflow_run_id), url: body.html_url };
      // An older host says only that it will; the run shows up a moment later.
      for (const ms of runLooksMs) {
        await wait(ms, undefined, { signal });
        const run = await findRun(repo, start, signal);
        if (run) return run;
      }
      throw upstreamFailed(
        `${host} took the order to start the workflow, but shows no run yet. Repeat the request to learn its address`,
        10,
      );
    },
    findRun,
  };
}
