import { type Bump, greatest } from '../../packages/docs-drafts/verdict/version.ts';
import type { BreakingClaim, ChangelogEntry, RangeDraft } from './draft-range.ts';
import type { CorpusLabel, CorpusRange } from './read-range.ts';

/** A share: `right` of `all`. */
export interface Share {
  right: number;
  all: number;
}

export interface RangeScore {
  breakingPrecision: Share;
  /** Of the breaking changes that the declarations show. */
  breakingRecall: Share;
  /** Of the breaking changes that the maintainers announce. */
  officialRecall: Share;
  changelogPrecision: Share;
  changelogRecall: Share;
  /** Security fixes that are named before everything else. */
  security: Share;
  /** Ranges whose verdict asks for a major version, and those of them in which a label breaks. */
  majorPrecision: Share;
  /** Ranges in which a label breaks, and those of them whose verdict asks for a major version. */
  majorRecall: Share;
  /** Ranges whose verdict asks for the bump that the labels need. */
  bump: Share;
  mistakes: string[];
}

export const shares = [
  'breakingPrecision',
  'breakingRecall',
  'officialRecall',
  'changelogPrecision',
  'changelogRecall',
  'security',
  'majorPrecision',
  'majorRecall',
  'bump',
] as const;

export function scoreRange(range: CorpusRange, draft: RangeDraft): RangeScore {
  const mistakes: string[] = [];
  const of = (kind: CorpusLabel['kind']) => range.labels.filter((label) => label.kind === kind);
  const [breaks, arguable] = [of('breaks'), of('arguable')];

  const breakingPrecision = { right: 0, all: 0 };
  const found = new Set<CorpusLabel>();
  for (const claim of draft.claims) {
    const matching = breaks.filter((label) => claimMatches(claim, label));
    for (const label of matching) found.add(label);
    const isAnnounced =
      claim.name === undefined &&
      range.commits.some(
        (commit, position) => commit.verdict === 'breaks' && commitMatches(commit, position, claim),
      );
    const isRight = matching.length > 0 || isAnnounced;
    if (!isRight && arguable.some((label) => claimMatches(claim, label))) continue;
    breakingPrecision.all++;
    if (isRight) breakingPrecision.right++;
    else mistakes.push(`not breaking: ${claim.path ?? 'commit'} ${shorten(claim.text)}`);
  }
  const recallOf = (labels: CorpusLabel[], what: string): Share => {
    const missed = labels.filter((label) => !found.has(label));
    for (const { alternatives } of missed) mistakes.push(`${what} not found: ${alternatives.join(' | ')}`);
    return { right: labels.length - missed.length, all: labels.length };
  };

  return {
    breakingPrecision,
    breakingRecall: recallOf(
      breaks.filter(({ shownBy }) => shownBy !== 'official'),
      'break shown by the source',
    ),
    officialRecall: recallOf(
      breaks.filter(({ shownBy }) => shownBy !== 'source'),
      'announced break',
    ),
    ...scoreChangelog(range, draft, mistakes),
    security: scoreSecurity(of('security'), draft, mistakes),
    ...scoreBump(range, draft, mistakes),
    mistakes: [
      ...mistakes,
      ...of('never').flatMap(({ alternatives }) =>
        alternatives.filter((text) => draft.text.includes(text)).map((text) => `must not appear: ${text}`),
      ),
    ],
  };
}

/** A range whose only break is arguable is not scored. */
function scoreBump({ labels, commits }: CorpusRange, { bump }: RangeDraft, mistakes: string[]) {
  const needed = neededBump(labels, commits);
  const isArguable = needed !== 'major' && labels.some(({ kind }) => kind === 'arguable');
  const share = (isCounted: boolean, isRight: boolean): Share =>
    isCounted && !isArguable ? { right: Number(isRight), all: 1 } : { right: 0, all: 0 };
  if (needed !== bump && !isArguable) mistakes.push(`bump: ${bump}, but the labels need ${needed}`);
  return {
    majorPrecision: share(bump === 'major', needed === 'major'),
    majorRecall: share(needed === 'major', bump === 'major'),
    bump: share(true, needed === bump),
  };
}

/** Labels do not tell new features from repairs; the words of commits do. */
function neededBump(labels: CorpusLabel[], commits: CorpusRange['commits']): Bump {
  const ofLabels = labels.map(({ kind }): Bump => {
    if (kind === 'breaks') return 'major';
    if (kind === 'adds' || kind === 'may') return 'minor';
    return kind === 'news' || kind === 'security' ? 'patch' : 'none';
  });
  const ofCommits = commits.map(({ verdict, message, isMerge }): Bump => {
    if (verdict === 'breaks') return 'major';
    if (verdict !== 'news' || isMerge) return 'none';
    return newFeature.test(message) ? 'minor' : 'patch';
  });
  return greatest([...ofLabels, ...ofCommits]);
}

const newFeature = /^(?:feat\b|(?:[\w./()-]+: )?(?:add|support|allow|introduce|implement|new)(?:s|ed)?\b)/i;

function scoreChangelog(range: CorpusRange, draft: RangeDraft, mistakes: string[]) {
  const labels = range.labels.filter(({ kind }) => kind !== 'never' && kind !== 'safe');
  const changelogPrecision = { right: 0, all: 0 };
  for (const entry of draft.entries) {
    // Claims of breaking are scored on their own.
    if (/breaking/i.test(entry.section)) continue;
    const verdicts = range.commits
      .filter((commit, position) => commitMatches(commit, position, entry))
      .map(({ verdict, isMerge }) => (isMerge ? 'either' : verdict));
    const isRight =
      verdicts.some((verdict) => verdict === 'news' || verdict === 'breaks') ||
      labels.some(
        (label) => (entry.commits.length === 0 || label.kind === 'news') && textMatches(entry.text, label),
      );
    if (!isRight && verdicts.includes('either')) continue;
    changelogPrecision.all++;
    if (isRight) changelogPrecision.right++;
    else mistakes.push(`not noteworthy: ${shorten(entry.text)}`);
  }
  const news = range.commits.flatMap((commit, position) =>
    commit.verdict === 'news' || commit.verdict === 'breaks'
      ? [
          {
            name: commit.message.split('\n')[0] as string,
            isFound: draft.entries.some((entry) => commitMatches(commit, position, entry)),
          },
        ]
      : [],
  );
  const told = range.labels
    .filter(({ kind }) => kind === 'news')
    .map((label) => ({
      name: label.alternatives.join(' | '),
      isFound: draft.entries.some(({ text }) => textMatches(text, label)),
    }));
  const wanted = [...news, ...told];
  for (const { name, isFound } of wanted) if (!isFound) mistakes.push(`not in the changelog: ${name}`);
  return {
    changelogPrecision,
    changelogRecall: { right: wanted.filter(({ isFound }) => isFound).length, all: wanted.length },
  };
}

/** A security fix counts if an entry names it and no entry about something else comes before. */
function scoreSecurity(labels: CorpusLabel[], { entries }: RangeDraft, mistakes: string[]): Share {
  const isSecurity = ({ text }: ChangelogEntry) => labels.some((label) => textMatches(text, label));
  const firstOther = entries.findIndex((entry) => !isSecurity(entry));
  const limit = firstOther === -1 ? entries.length : firstOther;
  let right = 0;
  for (const label of labels) {
    if (entries.slice(0, limit).some(({ text }) => textMatches(text, label))) right++;
    else mistakes.push(`security fix not named first: ${label.alternatives.join(' | ')}`);
  }
  return { right, all: labels.length };
}

/**
 * A label names what a claim is about: the same name, its last parts (`Context.Bind` for `gin.Context.Bind`), or the
 * container with the member in the differing signatures. `path lib/` stands for everything below lib.
 */
function claimMatches(claim: BreakingClaim, { alternatives }: CorpusLabel): boolean {
  const { path, text } = claim;
  const name = (claim.name === 'default' ? declaredName(text) : claim.name)?.toLowerCase();
  return alternatives.some((alternative) => {
    if (alternative.startsWith('path ')) return path?.startsWith(alternative.slice('path '.length)) === true;
    if (name === undefined) return hasWords(text, alternative);
    const wanted = alternative.toLowerCase();
    if (name === wanted || endsWithPart(name, wanted)) return true;
    const dot = wanted.lastIndexOf('.');
    const [container, member] = [wanted.slice(0, Math.max(dot, 0)), wanted.slice(dot + 1)];
    if (container !== '' && (name === container || endsWithPart(name, container)))
      return hasWords(text, member);
    return wanted.includes(' ') && hasWords(text, wanted);
  });
}

/** A default export is known by the name of its declaration. */
const declaredName = (text: string) =>
  /\b(?:class|function|const|interface)\s+(\w+)/.exec(text)?.[1] ?? 'default';

const endsWithPart = (name: string, end: string) =>
  name.endsWith(end) && /[./ #:]/.test(name.charAt(name.length - end.length - 1));

function commitMatches(
  { message, phrases }: CorpusRange['commits'][number],
  position: number,
  entry: Pick<ChangelogEntry, 'text' | 'commits'>,
): boolean {
  if (entry.commits.length > 0)
    return entry.commits.includes(position) || phrases.some((phrase) => hasWords(entry.text, phrase));
  const subject = message.split('\n')[0] as string;
  const pull = /\(#(\d+)\)$/.exec(subject)?.[1];
  if (pull !== undefined && new RegExp(`#${pull}\\b`).test(entry.text)) return true;
  if (phrases.some((phrase) => hasWords(entry.text, phrase))) return true;
  const words = wordsOf(subject.replace(/\(#\d+\)$/, '').replace(/^\w+(?:\([^)]*\))?!?: /, ''));
  const inEntry = wordsOf(entry.text);
  const shared = [...words].filter((word) => inEntry.has(word)).length;
  return words.size >= 2 && shared / words.size >= 0.7;
}

const textMatches = (text: string, { alternatives }: CorpusLabel) =>
  alternatives.some((phrase) => hasWords(text, phrase));

function hasWords(text: string, phrase: string): boolean {
  const words = wordsOf(text);
  return [...wordsOf(phrase)].every((word) => words.has(word));
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);

const shorten = (text: string) => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
};
