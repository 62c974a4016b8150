import { clientCommand, optionalText, requiredText, UsageError } from '../command.ts';
import type { ClientContext } from './client-context.ts';
import { urlOption } from './common-options.ts';
import { connect, findConnection } from './connection.ts';
import { newArchiveSource } from './why/archive-source.ts';
import { blame } from './why/blame.ts';
import { type Commit, findMerge, readCommits } from './why/commits.ts';
import { explainCommit, explainFile } from './why/explain.ts';
import { findPlace } from './why/find-place.ts';
import { formatFile, formatLines } from './why/format.ts';
import { newMirrorSource } from './why/mirror-source.ts';
import { listRemoteRepositories } from './why/remotes.ts';
import type { RunGit } from './why/run-git.ts';
import { newServerSource } from './why/server-source.ts';
import type { Hints, WorkSource } from './why/work.ts';

/** From a line of code to the ticket, the question, the agent and the reviewer behind it. */
export const why = clientCommand({
  arguments: {
    place: requiredText(
      'FILE[:LINE]',
      'A file in a git repository, with a line or lines: FILE:12, FILE:12-20.',
    ),
  },
  options: {
    mirror: optionalText('DIR', 'Read tickets from this folder of docket mirror, without network.'),
    archive: optionalText('FILE', 'Read tickets from this archive of docket export, without network.'),
    url: urlOption,
  },
  examples: ['docket why src/login.ts:42', 'docket why src/login.ts --archive app.docket.tar'],
  run: async ({ place: argument, mirror, archive, url }, context) => {
    if (mirror !== undefined && archive !== undefined)
      throw new UsageError('Give only one of --mirror and --archive.');
    const place = await findPlace(context, argument);
    const blamed = await blame(place);
    const shas = new Set(blamed.ranges.flatMap(({ commit }) => commit ?? []));
    const commits = [...(await readCommits(place.git, [...shas])).values()];
    await addMerges(place.git, commits);
    const source = await openSource(context, { mirror, archive, url });
    const work = await source.find(collectHints(commits, await listRemoteRepositories(place.git)));
    const explained = commits.map((commit) =>
      explainCommit(commit, place.path, work, source.where, blamed.shallowEnds.has(commit.sha)),
    );
    const answer = explainFile(place.path, blamed, explained);
    return { json: answer, text: place.lines ? formatLines(answer) : formatFile(context, answer) };
  },
});

const mergesMax = 20;

/** Commits that name no ticket may have come with a merge that does. */
async function addMerges(git: RunGit, commits: Commit[]): Promise<void> {
  const silent = commits.filter(
    ({ tickets, tasks, keys }) => tickets.length + tasks.length + keys.length === 0,
  );
  for (const commit of silent.slice(0, mergesMax)) {
    const merge = await findMerge(git, commit.sha);
    if (merge) commit.merge = merge;
  }
}

const ticketsMax = 200;

function collectHints(commits: readonly Commit[], repositories: string[]): Hints {
  const all = commits.flatMap((commit) => [commit, ...(commit.merge ? [commit.merge] : [])]);
  // A trailer may hold anything; no other characters are in keys and ids.
  const unique = (values: string[]) =>
    [...new Set(values.filter((value) => /^[A-Za-z0-9_-]{1,80}$/.test(value)))].slice(0, ticketsMax);
  return {
    tickets: unique(all.flatMap(({ tickets, keys }) => [...tickets, ...keys])),
    tasks: unique(all.flatMap(({ tasks }) => tasks)),
    commits: commits.map(({ sha }) => sha),
    pullRequests: unique(all.flatMap(({ pullRequests }) => pullRequests)),
    repositories,
  };
}

async function openSource(
  context: ClientContext,
  {
    mirror,
    archive,
    url,
  }: { mirror?: string | undefined; archive?: string | undefined; url?: string | undefined },
): Promise<WorkSource> {
  if (archive !== undefined) return newArchiveSource(archive);
  if (mirror !== undefined) return newMirrorSource(context, mirror);
  const { url: address } = await findConnection(context, url);
  return newServerSource(await connect(context, url), address);
}
