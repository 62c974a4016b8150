import { secondMs } from '../../../platform/clock.ts';
import type { RunGit } from './run-git.ts';

/** What a commit says. Anybody can write anything into a message: all of it is a claim. */
export interface Commit {
  sha: string;
  subject: string;
  author: { name: string; email: string };
  authoredAt: string;
  /** Values of the trailers `Docket-Ticket`, `Docket-Task` and `Reviewed-by`. */
  tickets: string[];
  tasks: string[];
  reviewedBy: string[];
  /** Words in the message that look like the key of a ticket. */
  keys: string[];
  /** Numbers of pull requests that the subject names. */
  pullRequests: string[];
  /** The merge that brought the commit to the branch, if the commit itself names no ticket. */
  merge?: Commit;
}

const trailer = (key: string) => `%(trailers:key=${key},valueonly,unfold,separator=%x1f)`;
const format = [
  '%H',
  '%aN',
  '%aE',
  '%aI',
  trailer('Docket-Ticket'),
  trailer('Docket-Task'),
  trailer('Reviewed-by'),
  '%B',
];

export async function readCommits(git: RunGit, shas: readonly string[]): Promise<Map<string, Commit>> {
  if (shas.length === 0) return new Map();
  const { out } = await git(['log', '--no-walk=unsorted', '--stdin', '-z', `--format=${format.join('%n')}`], {
    input: `${shas.join('\n')}\n`,
  });
  const commits = out.split('\0').flatMap((record) => (record.trim() === '' ? [] : [parseCommit(record)]));
  return new Map(commits.map((commit) => [commit.sha, commit]));
}

export function parseCommit(record: string): Commit {
  const [
    sha = '',
    name = '',
    email = '',
    authoredAt = '',
    tickets = '',
    tasks = '',
    reviewedBy = '',
    ...message
  ] = record.split('\n');
  const [subject = ''] = message;
  return {
    ...{ sha, subject, authoredAt },
    author: { name, email },
    tickets: splitTrailers(tickets),
    tasks: splitTrailers(tasks),
    reviewedBy: splitTrailers(reviewedBy),
    keys: findKeys(message.join('\n')),
    pullRequests: findPullRequests(message.join('\n')),
  };
}

const valuesMax = 10;
const splitTrailers = (values: string) =>
  values
    .split('\x1f')
    .map((value) => value.trim().slice(0, 200))
    .filter((value) => value !== '')
    .slice(0, valuesMax);

const textLengthMax = 100_000;

/** `utf-8` also looks like a key: whether it is one, the tickets tell. `ABC-1.2` is a version. */
export function findKeys(message: string): string[] {
  const found = message
    .slice(0, textLengthMax)
    .matchAll(/(?<![\p{L}\p{N}_-])[A-Za-z0-9_][A-Za-z0-9_-]{0,63}-[1-9]\d{0,8}(?![\p{L}\p{N}]|\.\d)/gu);
  const keys = new Map([...found].map(([key]) => [key.toUpperCase(), key]));
  return [...keys.values()].slice(0, valuesMax);
}

/** As GitHub, Gitea and GitLab write them into the messages of merges. */
function findPullRequests(message: string): string[] {
  const [subject = ''] = message.split('\n', 1);
  const found = [
    ...subject.matchAll(/^Merge pull request #(\d{1,9})\b|\(#(\d{1,9})\)\s*$/g),
    ...message.slice(0, textLengthMax).matchAll(/^See merge request \S*!(\d{1,9})\s*$/gm),
  ];
  return [...new Set(found.map(([, first, second]) => first ?? second ?? ''))].slice(0, valuesMax);
}

const mergeSearchMs = 3 * secondMs;

/** The merge by which the commit came to the first-parent history of HEAD; undefined if it was committed there. */
export async function findMerge(git: RunGit, sha: string): Promise<Commit | undefined> {
  const list = async (...options: string[]) => {
    const args = ['rev-list', '--reverse', '--parents', ...options, `${sha}..HEAD`];
    const { code, out } = await git(args, { timeoutMs: mergeSearchMs });
    return code === 0 ? out.split('\n').map((line) => line.split(' ')) : [];
  };
  const [descendants, mainline] = await Promise.all([list('--ancestry-path'), list('--first-parent')]);
  const after = new Set(descendants.map(([one]) => one));
  const [merge, firstParent] = mainline.find(([one]) => after.has(one)) ?? [];
  if (merge === undefined || firstParent === sha || after.has(firstParent)) return undefined;
  return (await readCommits(git, [merge])).get(merge);
}
