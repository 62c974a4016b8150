import type { PullRequests, RepositoryName } from '../code-host.ts';
import { branchMoved } from '../host-failure.ts';
import { hostTitles } from '../remote-address.ts';
import { newHubPulls } from '../rest/hub-pulls.ts';
import { repositoryPath as at, pathSegments } from '../rest/repository-path.ts';
import { type RestClient, segment } from '../rest/rest-client.ts';

const robot = { name: 'Docket', email: 'docket@users.noreply.github.com' };

export function newGitHubPulls(rest: RestClient): PullRequests {
  const findTip = async (repo: RepositoryName, branch: string, signal: AbortSignal) => {
    const path = `${at(repo)}/git/ref/heads/${pathSegments(branch)}`;
    const { status, body } = await rest.ask('GET', path, signal, { expected: [404] });
    return status === 404 ? undefined : (body.object.sha as string);
  };
  return {
    ...newHubPulls(rest, {
      title: hostTitles.github,
      listPulls: async (repo, branch, signal) => {
        const query = `head=${segment(`${repo.owner}:${branch}`)}&state=all&per_page=100`;
        return (await rest.ask('GET', `${at(repo)}/pulls?${query}`, signal)).body;
      },
      commitsQuery: (count) => `per_page=${count}`,
      runsPath: ({ workflow, ref, sha }) =>
        `workflows/${segment(workflow)}/runs?event=workflow_dispatch&branch=${segment(ref)}&head_sha=${segment(sha)}&per_page=1`,
      findTip,
    }),
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
        if (made.status === 201 || (await findTip(repo, branch, signal)) === commit) return commit;
        throw branchMoved(branch);
      }
      // GitHub sets a branch without asking where it was, so it is looked at as late as possible.
      if ((await findTip(repo, branch, signal)) !== replaces) throw branchMoved(branch);
      await ask('PATCH', `refs/heads/${pathSegments(branch)}`, { sha: commit, force: true });
      return commit;
    },
  };
}
