import type { PullRequests, RepositoryName } from '../code-host.ts';
import { branchMoved } from '../host-failure.ts';
import { hostTitles } from '../remote-address.ts';
import { newGithubStylePulls } from '../rest/github-style-pulls.ts';
import { pathSegments, repoPath } from '../rest/repository-path.ts';
import { type RestClient, segment } from '../rest/rest-client.ts';

const commitIdentity = { name: 'Docket', email: 'docket@users.noreply.github.com' };

export function newGitHubPulls(rest: RestClient): PullRequests {
  const findTip = async (repo: RepositoryName, branch: string, signal: AbortSignal) => {
    const path = `${repoPath(repo)}/git/ref/heads/${pathSegments(branch)}`;
    const { status, body } = await rest.get(path, signal, [404]);
    return status === 404 ? undefined : (body.object.sha as string);
  };
  return {
    ...newGithubStylePulls(rest, {
      title: hostTitles.github,
      listPulls: async (repo, branch, signal) => {
        const query = `head=${segment(`${repo.owner}:${branch}`)}&state=all&per_page=100`;
        return (await rest.get(`${repoPath(repo)}/pulls?${query}`, signal, [], 'page')).body;
      },
      commitsQuery: (count) => `per_page=${count}`,
      runsPath: ({ workflow, ref, sha }) =>
        `workflows/${segment(workflow)}/runs?event=workflow_dispatch&branch=${segment(ref)}&head_sha=${segment(sha)}&per_page=1`,
      findTip,
    }),
    commitFiles: async (repo, { branch, parent, message, committedAt: date, files, replaces }, signal) => {
      const git = `${repoPath(repo)}/git`;
      const post = (path: string, body: object, expected: number[] = []) =>
        rest.request('POST', `${git}/${path}`, signal, { body, expected });
      const base = (await rest.get(`${git}/commits/${parent}`, signal)).body.tree.sha;
      const tree = (
        await post('trees', {
          base_tree: base,
          tree: files.map(({ path, content }) => ({ path, mode: '100644', type: 'blob', content })),
        })
      ).body.sha;
      const person = { ...commitIdentity, date };
      const commit = (
        await post('commits', { message, tree, parents: [parent], author: person, committer: person })
      ).body.sha;
      if (replaces === undefined) {
        const created = await post('refs', { ref: `refs/heads/${branch}`, sha: commit }, [422]);
        if (created.status === 201 || (await findTip(repo, branch, signal)) === commit) return commit;
        throw branchMoved(branch);
      }
      // GitHub cannot update a branch conditionally, so the tip is compared just before the update.
      if ((await findTip(repo, branch, signal)) !== replaces) throw branchMoved(branch);
      const body = { sha: commit, force: true };
      await rest.request('PATCH', `${git}/refs/heads/${pathSegments(branch)}`, signal, { body });
      return commit;
    },
  };
}
