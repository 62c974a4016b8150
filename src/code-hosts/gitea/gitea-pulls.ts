import { upstreamFailed } from '../../platform/errors.ts';
import type { NewCommit, PullRequests, RepositoryName } from '../code-host.ts';
import { replaceBranch } from '../git-remote/replace-branch.ts';
import { branchMoved } from '../host-failure.ts';
import { hostTitles, type RemoteConnection } from '../remote-address.ts';
import { type HubPull, newHubPulls } from '../rest/hub-pulls.ts';
import { refusalOf } from '../rest/refusal-of.ts';
import { repositoryPath as at, pathSegments } from '../rest/repository-path.ts';
import { type RestClient, segment } from '../rest/rest-client.ts';

const pullsPerPage = 50;
const pagesMax = 40;
const labelColor = '#6b7280';
const robot = { name: 'Docket', email: 'docket@noreply.localhost' };

export function newGiteaPulls(rest: RestClient, connection: RemoteConnection): PullRequests {
  const findTip = async (repo: RepositoryName, branch: string, signal: AbortSignal) => {
    const path = `${at(repo)}/branches/${segment(branch)}`;
    const { status, body } = await rest.ask('GET', path, signal, { expected: [404] });
    return status === 404 ? undefined : (body.commit.id as string);
  };
  return {
    ...newHubPulls(rest, {
      title: hostTitles.gitea,
      listPulls: (repo, branch, signal) => listPulls(rest, repo, branch, signal),
      commitsQuery: (count) => `limit=${count}&stat=false&verification=false&files=false`,
      runsPath: ({ sha }) => `runs?event=workflow_dispatch&head_sha=${segment(sha)}&limit=1`,
      findTip,
    }),
    addLabels: (repo, number, labels, signal) => addLabels(rest, repo, number, labels, signal),
    // The API makes branches and adds to them; that one points elsewhere, git alone can say.
    commitFiles: async (repo, commit, signal) => {
      const { replaces } = commit;
      if (replaces !== undefined)
        return replaceBranch(connection, repo, { ...commit, replaces }, robot, signal);
      const answer = await makeBranch(rest, repo, commit, signal);
      if (answer.status === 201) return answer.body.commit.sha;
      if (await findTip(repo, commit.branch, signal)) throw branchMoved(commit.branch);
      throw refusalOf(hostTitles.gitea, answer);
    },
  };
}

/** Gitea cannot be asked for one branch: every open one is looked at, and of the others the latest. */
async function listPulls(
  rest: RestClient,
  repo: RepositoryName,
  branch: string,
  signal: AbortSignal,
): Promise<HubPull[]> {
  const list = async (state: string, page: number): Promise<HubPull[]> => {
    const query = `state=${state}&sort=recentupdate&limit=${pullsPerPage}&page=${page}`;
    return (await rest.ask('GET', `${at(repo)}/pulls?${query}`, signal)).body;
  };
  for (let page = 1; page <= pagesMax; page++) {
    const pulls = await list('open', page);
    if (pulls.some(({ head }) => head?.ref === branch)) return pulls;
    if (pulls.length === 0) break;
  }
  return list('closed', 1);
}

/** Gitea passes over labels that the repository does not have; elsewhere they are made. */
async function addLabels(
  rest: RestClient,
  repo: RepositoryName,
  number: number,
  labels: string[],
  signal: AbortSignal,
): Promise<void> {
  const add = () => rest.ask('POST', `${at(repo)}/issues/${number}/labels`, signal, { body: { labels } });
  const added = new Set(((await add()).body as { name: string }[]).map(({ name }) => name));
  const missing = labels.filter((name) => !added.has(name));
  if (missing.length === 0) return;
  for (const name of missing)
    await rest.ask('POST', `${at(repo)}/labels`, signal, { body: { name, color: labelColor } });
  await add();
}

async function makeBranch(
  rest: RestClient,
  repo: RepositoryName,
  { branch, parent, message, at: date, files }: NewCommit,
  signal: AbortSignal,
) {
  const operations = await Promise.all(
    files.map(async ({ path, content }) => {
      const address = `${at(repo)}/contents/${pathSegments(path)}?ref=${parent}`;
      const known = await rest.ask('GET', address, signal, { expected: [404] });
      const encoded = { path, content: Buffer.from(content).toString('base64') };
      return known.status === 404
        ? { operation: 'create', ...encoded }
        : { operation: 'update', sha: known.body.sha, ...encoded };
    }),
  );
  return rest.ask('POST', `${at(repo)}/contents`, signal, {
    body: {
      message,
      files: operations,
      author: robot,
      committer: robot,
      dates: { author: date, committer: date },
      branch: await branchAt(rest, repo, parent, signal),
      new_branch: branch,
    },
    expected: [409, 422],
  });
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
