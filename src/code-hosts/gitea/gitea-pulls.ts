import { setTimeout as wait } from 'node:timers/promises';
import { invalid, upstreamFailed } from '../../platform/errors.ts';
import type {
  NewPullRequest,
  PullRequest,
  PullRequests,
  RepositoryName,
  WorkflowStart,
} from '../code-host.ts';
import { bestPull } from '../rest/best-pull.ts';
import { repositoryPath as at } from '../rest/repository-path.ts';
import { type RestClient, segment } from '../rest/rest-client.ts';

const latestShown = 20;
const pullsPerPage = 50;
const runLooksMs = [0, 500, 1_000, 2_000, 4_000];
const robot = { name: 'Docket', email: 'docket@noreply.localhost' };

interface GiteaPull {
  number: number;
  html_url: string;
  state: string;
  merged?: boolean;
  head?: { ref?: string };
}

const pullOf = ({ number, html_url, state, merged }: GiteaPull): PullRequest => ({
  number,
  url: html_url,
  state: state === 'open' ? 'open' : merged ? 'merged' : 'closed',
});

export function newGiteaPulls(rest: RestClient): PullRequests {
  const findByBranch = async (repo: RepositoryName, branch: string, signal: AbortSignal) => {
    const { body } = await rest.ask(
      'GET',
      `${at(repo)}/pulls?state=all&sort=recentupdate&limit=${pullsPerPage}`,
      signal,
    );
    return bestPull((body as GiteaPull[]).filter(({ head }) => head?.ref === branch).map(pullOf));
  };
  const findRun = async (repo: RepositoryName, { sha }: WorkflowStart, signal: AbortSignal) => {
    const query = `event=workflow_dispatch&head_sha=${segment(sha)}&limit=1`;
    const { status, body } = await rest.ask('GET', `${at(repo)}/actions/runs?${query}`, signal, {
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
      const known = await findByBranch(repo, branch, signal);
      if (known?.state === 'open') return known;
      throw invalid({ openPr: [`Gitea refused the pull request: ${answer.body.message ?? answer.status}`] });
    },
    update: async (repo, number, { title, body }, signal) => {
      await rest.ask('PATCH', `${at(repo)}/pulls/${number}`, signal, { body: { title, body } });
    },
    addLabels: async (repo, number, labels, signal) => {
      await rest.ask('POST', `${at(repo)}/issues/${number}/labels`, signal, { body: { labels } });
    },
    findBranch: async (repo, branch, signal) => {
      const found = await rest.ask('GET', `${at(repo)}/branches/${segment(branch)}`, signal, {
        expected: [404],
      });
      if (found.status === 404) return undefined;
      const sha = found.body.commit.id as string;
      const query = `sha=${sha}&limit=${latestShown}&stat=false&verification=false&files=false`;
      const { body } = await rest.ask('GET', `${at(repo)}/commits?${query}`, signal);
      return {
        sha,
        latest: body.map((one: { sha: string; commit: { message: string } }) => ({
          sha: one.sha,
          message: one.commit.message,
        })),
      };
    },
    /** Gitea cannot let a branch point elsewhere, so a branch that is there gets one commit more. */
    commitFiles: async (repo, { branch, parent, message, at: date, files, replaces }, signal) => {
      const from = replaces ?? parent;
      const operations = await Promise.all(
        files.map(async ({ path, content }) => {
          const address = `${at(repo)}/contents/${path.split('/').map(segment).join('/')}?ref=${from}`;
          const known = await rest.ask('GET', address, signal, { expected: [404] });
          const encoded = { path, content: Buffer.from(content).toString('base64') };
          return known.status === 404
            ? { operation: 'create', ...encoded }
            : { operation: 'update', sha: known.body.sha, ...encoded };
        }),
      );
      const { body } = await rest.ask('POST', `${at(repo)}/contents`, signal, {
        body: {
          message,
          files: operations,
          author: robot,
          committer: robot,
          dates: { author: date, committer: date },
          ...(replaces === undefined
            ? { branch: await branchAt(rest, repo, parent, signal), new_branch: branch }
            : { branch }),
        },
      });
      return body.commit.sha;
    },
    startWorkflow: async (repo, start, signal) => {
      const answer = await rest.ask(
        'POST',
        `${at(repo)}/actions/workflows/${segment(start.workflow)}/dispatches`,
        signal,
        {
          body: { ref: start.ref, return_run_details: true },
          expected: [404, 422],
        },
      );
      if (answer.status === 404)
        throw invalid({ workflowIdOrFile: [`There is no workflow ${start.workflow} in the repository`] });
      if (answer.status === 422)
        throw invalid({ workflowIdOrFile: [`Gitea cannot start ${start.workflow}: ${answer.body.message}`] });
      if (answer.body.workflow_run_id !== undefined)
        return { id: String(answer.body.workflow_run_id), url: answer.body.html_url };
      for (const ms of runLooksMs) {
        await wait(ms, undefined, { signal });
        const run = await findRun(repo, start, signal);
        if (run) return run;
      }
      throw upstreamFailed(
        'Gitea took the order to start the workflow, but shows no run yet. Repeat the request to learn its address',
        10,
      );
    },
    findRun,
  };
}

/** A new branch starts from one that is there: the default branch, whose tip the parent is. */
async function branchAt(
  rest: RestClient,
  repo: RepositoryName,
  parent: string,
  signal: AbortSignal,
): Promise<string> {
  const { body } = await rest.ask('GET', at(repo), signal);
  const { body: tip } = await rest.ask('GET', `${at(repo)}/branches/${segment(body.default_branch)}`, signal);
  if (tip.commit.id !== parent) throw upstreamFailed('The default branch moved in between. Try again', 1);
  return body.default_branch;
}
