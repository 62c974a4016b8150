import type { PullRequestFacts, SourceRepository } from '../source-repository.ts';
import type { AnalyzedCommit } from './analyzed-commit.ts';
import { parseCommitMessage } from './commit-message.ts';
import { labelKinds } from './rules/label-words.ts';

/** Each pull request needs a request to the code host. */
const pullsMax = 100;
const requestsAtOnce = 8;
const bodyLengthMax = 20_000;

export interface PullRequestWords {
  byNumber: ReadonlyMap<number, PullRequestFacts>;
  /** The number of pull requests that the host refused, for example because of its rate limit. */
  unread: number;
}

/** Reads the pull requests that the commits name. A host that refuses them does not stop the draft. */
export async function readPullRequests(
  repository: SourceRepository,
  commits: readonly Pick<AnalyzedCommit, 'pulls'>[],
): Promise<PullRequestWords> {
  const numbers = [...new Set(commits.flatMap(({ pulls }) => pulls))].slice(0, pullsMax);
  const byNumber = new Map<number, PullRequestFacts>();
  if (!repository.findPull) return { byNumber, unread: 0 };
  for (let at = 0; at < numbers.length; at += requestsAtOnce) {
    const batch = numbers.slice(at, at + requestsAtOnce);
    const found = await Promise.all(
      batch.map((number) => unlessRefused(repository, repository.findPull?.(number))),
    );
    // With only some of the pull requests, the draft would depend on chance.
    if (found.includes('unread')) return { byNumber: new Map(), unread: numbers.length };
    for (const [index, pull] of found.entries())
      if (pull && pull !== 'unread') byNumber.set(batch[index] as number, pull);
  }
  return { byNumber, unread: 0 };
}

/** The text of the release or the annotated tag; undefined if there is none or the host refuses it. */
export async function readReleaseText(
  repository: SourceRepository,
  tag: string | undefined,
): Promise<string | undefined> {
  if (tag === undefined || /^[0-9a-f]{40,64}$/.test(tag)) return undefined;
  const text = await unlessRefused(repository, repository.findReleaseText(tag));
  return text === 'unread' ? undefined : text;
}

const unlessRefused = <T>({ isRefusal }: SourceRepository, answer: Promise<T> | undefined) =>
  answer?.catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    return 'unread' as const;
  });

/** Adds the headings of a release, which say as much about a pull request as labels. */
export function withSections(
  pulls: ReadonlyMap<number, PullRequestFacts>,
  sections: ReadonlyMap<number, string>,
): Map<number, PullRequestFacts> {
  const all = new Map(pulls);
  for (const [number, section] of sections) {
    if (/^what['’]s changed$|^other changes$/i.test(section)) continue;
    const { title = '', body = '', labels = [] } = pulls.get(number) ?? {};
    all.set(number, { title, body, labels: [...labels, section] });
  }
  return all;
}

/** Adds the information in the title, body and labels of a commit's pull request. */
export function withPullRequest(
  commit: AnalyzedCommit,
  pulls: ReadonlyMap<number, PullRequestFacts>,
): AnalyzedCommit {
  const found = commit.pulls.map((number) => pulls.get(number)).find((pull) => pull !== undefined);
  if (!found) return commit;
  const said = parseCommitMessage(`${found.title}\n\n${plainBody(found)}`);
  const labelled = kindOfLabels(found.labels);
  const isBreaking = said.isBreaking || labelled === 'breaking';
  const type = commit.type ?? said.type ?? (labelled === 'breaking' ? undefined : labelled);
  return {
    ...commit,
    // A merge without a body has only the name of the branch.
    subject:
      commit.isMerge && /^Merge pull request #/.test(commit.subject)
        ? said.subject || commit.subject
        : commit.subject,
    type: labelled === 'chore' ? 'chore' : type,
    scope: commit.scope ?? said.scope,
    isBreaking: commit.isBreaking || isBreaking,
    breakingNotes: commit.breakingNotes.length > 0 ? commit.breakingNotes : said.breakingNotes,
    advisories: [...new Set([...commit.advisories, ...said.advisories])],
    ticketKeys: [...new Set([...commit.ticketKeys, ...said.ticketKeys])],
  };
}

/** Removes changelogs that bots quote, comments of templates, and unticked boxes. */
function plainBody({ title, body, labels }: PullRequestFacts): string {
  if (kindOfLabels(labels) === 'deps' || /\b(?:bump|update|upgrade)s? .+ (?:from|to) v?\d/i.test(title))
    return '';
  return body
    .slice(0, bodyLengthMax)
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^\s*[-*] \[ \].*$/gm, '')
    .replace(/^BREAKING[ -]CHANGE: *(?:no(?:ne)?|n\/?a|-)?\.? *$/gim, '');
}

const kindOfLabels = (labels: readonly string[]): string | undefined =>
  Object.entries(labelKinds).find(([, words]) => labels.some((label) => words.test(label)))?.[0];
