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
const runLooksMs = [0, 500, 1_000, 2_000, 4_000];
const robot = { name: 'Docket', email: 'docket@users.noreply.github.com' };

interface HubPull {
  number: number;
  html_url: string;
  state: string;
  merged_at?: string | null;
}

const pullOf = ({ number, html_url, state, merged_at }: HubPull): PullRequest => ({
  number,
  url: html_url,
  state: state === 'open' ? 'open' : merged_at ? 'merged' : 'closed',
});

export function newGitHubPulls(rest: RestClient): PullRequests {
  const findByBranch = async (repo: RepositoryName, branch: string, signal: AbortSignal) => {
    const query = `head=${segment(`${repo.owner}:${branch}`)}&state=all&per_page=100`;
    const { body } = await rest.ask('GET', `${at(repo)}/pulls?${query}`, signal);
    return bestPull(
      (body as (HubPull & { head?: { ref?: string } })[])
        .filter(({ head }) => head?.ref === branch)
        .map(pullOf),
    );
  };

  const findRun = async (
    repo: RepositoryName,
    { workflow, ref, sha }: WorkflowStart,
    signal: AbortSignal,
  ) => {
    const query = `event=workflow_dispatch&branch=${segment(ref)}&head_sha=${segment(sha)}&per_page=1`;
    const { status, body } = await rest.ask(
      'GET',
      `${at(repo)}/actions/workflows/${segment(workflow)}/runs?${query}`,
      signal,
      { expected: [404] },
    );
    const [run] = status === 200 ? body.workflow_runs : [];
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
        expected: [422],
      });
      if (answer.status === 201) return pullOf(answer.body);
      // Somebody else was faster.
      const known = await findByBranch(repo, branch, signal);
      if (known?.state === 'open') return known;
      throw invalid({
        openPr: [
          `GitHub refused the pull request: ${JSON.stringify(answer.body.errors ?? answer.body.message)}`,
        ],
      });
    },
    update: async (repo, number, { title, body }, signal) => {
      await rest.ask('PATCH', `${at(repo)}/pulls/${number}`, signal, { body: { title, body } });
    },
    addLabels: async (repo, number, labels, signal) => {
      await rest.ask('POST', `${at(repo)}/issues/${number}/labels`, signal, { body: { labels } });
    },
    findBranch: async (repo, branch, signal) => {
      const ref = await rest.ask(
        'GET',
        `${at(repo)}/git/ref/heads/${branch.split('/').map(segment).join('/')}`,
        signal,
        { expected: [404] },
      );
      if (ref.status === 404) return undefined;
      const sha = ref.body.object.sha as string;
      const { body } = await rest.ask(
        'GET',
        `${at(repo)}/commits?sha=${sha}&per_page=${latestShown}`,
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
    commitFiles: async (repo, { branch, parent, message, at: date, files, replaces }, signal) => {
      const ask = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, expected: number[] = []) =>
        rest.ask(method, `${at(repo)}/git/${path}`, signal, { ...(body && { body }), expected });
      const base = (await ask('GET', `commits/${parent}`)).body.tree.sha;
      const tree = (
        await ask('POST', 'trees', {
          base_tree: base,
          tree: files.map(({ path, content }) => ({ path, mode: '100644', type: 'blob', content })),
        })
      ).body.sha;
      const person = { ...robot, date };
      const commit = (
        await ask('POST', 'commits', { message, tree, parents: [parent], author: person, committer: person })
      ).body.sha;
      if (replaces === undefined) {
        const made = await ask('POST', 'refs', { ref: `refs/heads/${branch}`, sha: commit }, [422]);
        if (made.status === 201) return commit;
      }
      await ask('PATCH', `refs/heads/${branch.split('/').map(segment).join('/')}`, {
        sha: commit,
        force: true,
      });
      return commit;
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
        throw invalid({
          workflowIdOrFile: [`GitHub cannot start ${start.workflow}: ${answer.body.message}`],
        });
      if (answer.body.workflow_run_id !== undefined)
        return { id: String(answer.body.workflow_run_id), url: answer.body.html_url };
      // An older GitHub says only that it will; the run shows up a moment later.
      for (const ms of runLooksMs) {
        await wait(ms, undefined, { signal });
        const run = await findRun(repo, start, signal);
        if (run) return run;
      }
      throw upstreamFailed(
        'GitHub took the order to start the workflow, but shows no run yet. Repeat the request to learn its address',
        10,
      );
    },
    findRun,
  };
}
