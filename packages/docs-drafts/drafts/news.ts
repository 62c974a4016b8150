import type { ChangeAnalysis } from '../analysis/analyze-change.ts';
import type { AnalyzedCommit } from '../analysis/analyzed-commit.ts';
import { cutText } from '../analysis/cut-text.ts';
import { isMergeOfAdvisory } from '../analysis/merged-pull-requests.ts';
import { noteLengthMax, type ReleaseNote } from '../analysis/release-note.ts';
import { sectionGroups } from '../analysis/rules/note-words.ts';
import { tellsSecurityFix } from '../analysis/rules/security-words.ts';
import { upkeepScope } from '../analysis/rules/upkeep-words.ts';
import type { Source } from '../analysis/surface-change.ts';
import { isChangelog } from '../surface/changelog-files.ts';
import { goModulePath, isRuntime } from '../surface/dependencies.ts';
import { isNonProductFile } from '../surface/product-files.ts';
import {
  type ChangelogGroup,
  changelogGroupOf,
  groupOfType,
  groupOfWords,
  hasKnownType,
  isDependencyUpdate,
  isSecurityScope,
  isUpkeep,
  isUserFacing,
} from './changelog-groups.ts';
import { matchByWords } from './match-notes.ts';

/** One piece of news for the changelog: in the words of the maintainers if they wrote some, otherwise of a commit. */
export interface News {
  group: ChangelogGroup;
  scope: string | undefined;
  text: string;
  isBreaking: boolean;
  /** True if nobody calls it breaking, but its words say that something is removed. */
  isInferredBreak?: true;
  /** Issues and pull requests that the changelog names. */
  numbers?: readonly number[];
  securityIds: string[];
  /** True if the maintainers themselves wrote it into a changelog. */
  isTold: boolean;
  commits: AnalyzedCommit[];
  isDependencyUpdate?: true;
  /** The changelog that reports it. */
  source: Source | undefined;
}

/** What a piece of news stands for: its commits or, if none is known, its place in a changelog. */
export const aboutNews = ({ commits, source, numbers = [], text }: News): string =>
  commits.length > 0
    ? `commits ${commits
        .map(({ sha }) => sha)
        .sort()
        .join(' ')}`
    : `note ${source?.path ?? ''} ${numbers.length > 0 ? numbers.join(' ') : text}`;

/** Security fixes first, then the entries of the changelogs, then commits that they do not mention. */
export function collectNews({ commits: all, notes, surface }: ChangeAnalysis): News[] {
  const commits = all.filter((commit) => !commit.isMerge || isMergeOfAdvisory(commit));
  const commitsOf = new Map(
    notes.map((note) => [note, commits.filter((commit) => tellsAbout(note, commit))]),
  );
  const named = new Set([...commitsOf.values()].flat());
  const byWords = matchByWords(
    notes,
    commits.filter((commit) => mayBeTold(commit) && !named.has(commit)),
    (note) => (commitsOf.get(note)?.length ?? 0) > 0,
  );
  for (const [commit, note] of byWords) commitsOf.get(note)?.push(commit);
  // Bots always give their commits a type.
  const byPeople = commits.filter((commit) => commit.touchesProduct && !isDependencyUpdate(commit));
  const typed = byPeople.filter(hasKnownType).length;
  // If a changelog is written by hand and commits have no types, little of what it leaves out is news.
  const isKeptByHand = notes.some(tellsNews) && typed * 2 <= byPeople.length;
  const changedDependencies = shippedDependencies(surface);
  const repairsDependency = (text: string) =>
    tellsSecurityFix(text) &&
    changedDependencies.some((name) => text.toLowerCase().includes(name.toLowerCase()));
  const isPlainUpdate = (commit: AnalyzedCommit) =>
    isDependencyUpdate(commit) && securityIdsOf(commit).length === 0 && !repairsDependency(commit.subject);
  const isAboutDependency = (note: ReleaseNote) =>
    (dependencyNote.test(note.text) || note.type === 'deps') && !repairsDependency(note.text)
      ? note.securityIds.length === 0 &&
        (commitsOf.get(note) ?? []).every((commit) => securityIdsOf(commit).length === 0)
      : false;
  const told = new Set<AnalyzedCommit>();
  const fromNotes = withoutRepetitions(notes)
    .filter((note) => !isAboutDependency(note))
    .flatMap((note) => {
      const news = newsOfNote(note, commitsOf.get(note) ?? [], isKeptByHand, named);
      for (const one of news) for (const commit of one.commits) told.add(commit);
      return news;
    });
  for (const commit of privateFixesTold(commits, fromNotes)) told.add(commit);
  // A commit that writes the changelog reports its news there, in other words.
  if (fromNotes.some((one) => one.commits.length === 0))
    for (const commit of commits)
      if (commit.touchesChangelog && !isMergeOfAdvisory(commit) && !isDependencyUpdate(commit))
        told.add(commit);
  const changed = {
    names: publicNames(surface),
    runtimes: raisedRuntimes(surface),
  };
  const gaps = commits
    .filter((commit) => !told.has(commit) && !isPlainUpdate(commit))
    .flatMap((commit) => newsOfCommit(commit, isKeptByHand, changed));
  // A changelog that reports most commits left out the rest on purpose.
  const isComplete = isKeptByHand && told.size >= gaps.length * completeFactor;
  const isLeftOut = (one: News) =>
    isKeptByHand &&
    !one.commits.every(hasKnownType) &&
    ((isComplete && !isTestedNews(one) && one.group !== 'Fixed') || isToldInOtherWords(one, fromNotes));
  const fromCommits = gaps.filter((one) => one.isBreaking || one.group === 'Security' || !isLeftOut(one));
  const updates = commits.filter((commit) => isPlainUpdate(commit) && !told.has(commit));
  return [
    ...fromNotes,
    ...fromCommits,
    ...dependencyNews(updates, notes.filter(isAboutDependency), surface),
  ].sort((a, b) => rank(b) - rank(a));
}

/** True if a commit would be reported on its own. */
const mayBeTold = (commit: AnalyzedCommit) =>
  !isDependencyUpdate(commit) &&
  !isMergeOfAdvisory(commit) &&
  (commit.isBreaking || changelogGroupOf(commit) !== undefined);

/** Something new or fixed that tests show, which is hardly ever left out on purpose. */
const isTestedNews = ({ group, commits }: News) =>
  /^(?:Added|Fixed)$/.test(group) && commits.every(({ touchesTests }) => touchesTests);

/** True if an entry without a commit reference shares two significant words and half of all words. */
function isToldInOtherWords({ text }: News, fromNotes: readonly News[]): boolean {
  const own = tellingWords(text);
  const wanted = Math.max(2, own.size / 2);
  return fromNotes.some(
    (one) => one.commits.length === 0 && own.intersection(tellingWords(one.text)).size >= wanted,
  );
}

const tellingWords = (text: string) =>
  new Set([...wordsOf(text)].filter((word) => word.length > 3 && !frequentWord.test(word)));
const frequentWord = /^(?:fix|add|with|that|more|error|method|function|option|value)$/;

/** False for files that only list the releases: `Release 1.15`. */
const tellsNews = ({ text, isBreaking, securityIds }: ReleaseNote) =>
  isBreaking || securityIds.length > 0 || !isUpkeep(firstSentence(text), true);

/** In a complete changelog, the number of reported commits for each unreported one. */
const completeFactor = 4;

/** News that users of the product can notice. */
export const collectUserNews = (change: ChangeAnalysis): News[] =>
  collectNews(change).filter(
    (one) =>
      !one.isDependencyUpdate &&
      (one.isBreaking ||
        one.securityIds.length > 0 ||
        one.commits.length === 0 ||
        one.commits.some(isUserFacing)),
  );

/** The last parts of the public names that changed noticeably for callers. Every class has an `__init__`. */
const publicNames = (surface: ChangeAnalysis['surface']) =>
  new Set(
    surface
      .filter(
        ({ area, isInternal, grade, change }) =>
          area === 'export' && !isInternal && (grade !== 'changed' || change === 'deprecated'),
      )
      .map(({ name }) => (name.split('.').at(-1) as string).toLowerCase())
      .filter((name) => !/^__\w+__$/.test(name)),
  );

/**
 * Merges of private fixes that write the security entry of the changelog themselves, whether or not it names their
 * file.
 */
function privateFixesTold(commits: readonly AnalyzedCommit[], fromNotes: readonly News[]): AnalyzedCommit[] {
  const merges = commits.filter((commit) => isMergeOfAdvisory(commit) && commit.touchesChangelog);
  const entries = fromNotes.filter((one) => one.group === 'Security' && one.commits.length === 0);
  if (entries.length >= merges.length) return merges;
  return merges.filter(({ sources }) =>
    entries.some(({ text }) =>
      sources.some(({ path }) => {
        const stem = path.replace(/^.*\/|\.\w+$/g, '').toLowerCase();
        return stem.length > 3 && text.toLowerCase().includes(stem);
      }),
    ),
  );
}

/** Removes repeated entries, which occur below two headings. */
function withoutRepetitions(notes: readonly ReleaseNote[]): ReleaseNote[] {
  const known = new Set<string>();
  return notes.filter(({ text }) => {
    const words = [...wordsOf(text)].sort().join(' ');
    const isKnown = known.has(words);
    known.add(words);
    return !isKnown;
  });
}

/** The runtimes whose minimum version changed. */
const raisedRuntimes = (surface: ChangeAnalysis['surface']) =>
  surface.flatMap(({ area, name, isBreaking }) =>
    area === 'dependency' && isBreaking && isRuntime(name) ? [name.replace(/\.js$/, '').toLowerCase()] : [],
  );

const rank = ({ group, securityIds }: News) =>
  Number(group === 'Security') + Number(group === 'Security' && securityIds.length > 0);

const dependencyNote =
  /^(?:deps?):|^(?:bump|update)(?:s|d|ed)? [\w@./`-]+ (?:from|to) |^`?[\w@./-]+@[\^~]?\d/i;

/** True if the entry names a pull request of the commit, or most words are the same. */
function tellsAbout(
  { text, numbers, securityIds }: ReleaseNote,
  { subject, pulls, issues, closes, advisories }: AnalyzedCommit,
): boolean {
  if (advisories.length > 0 && advisories.every((id) => securityIds.includes(id))) return true;
  if (numbers.some((number) => pulls.includes(number) || closes.includes(number))) return true;
  if (numbers.some((number) => issues.includes(number) && new RegExp(`#${number}\\b`).test(subject)))
    return true;
  if (numbers.length > 0 && pulls.length > 0) return false;
  if (numbers.some((number) => issues.includes(number))) return true;
  const [inNote, inSubject] = [wordsOf(text), wordsOf(subject)];
  const shared = [...inSubject].filter((word) => inNote.has(word)).length;
  return inSubject.size >= 2 && shared / Math.min(inSubject.size, Math.max(inNote.size, 2)) >= 0.75;
}

const wordsOf = (text: string) =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []).map((word) =>
      word.replace(/(?:ed|es|s|ing)$/, ''),
    ),
  );

/** `named` has the commits that notes name or quote; others only seem to concern the same change. */
function newsOfNote(
  note: ReleaseNote,
  commits: AnalyzedCommit[],
  isKeptByHand: boolean,
  named: ReadonlySet<AnalyzedCommit>,
): News[] {
  const ids = [...new Set([...note.securityIds, ...commits.flatMap(securityIdsOf)])];
  // The changelog tool copied a commit that does not reach users.
  const isWritten =
    isKeptByHand ||
    sectionGroups.Added.test(note.section) ||
    /perf/i.test(note.section) ||
    commits.some(
      ({ touchesProduct, touchesManifest, touchesChangelog }) =>
        touchesProduct || touchesManifest || touchesChangelog,
    );
  if (commits.length > 0 && ids.length === 0 && !note.isBreaking && !isWritten) return [];
  const certain = commits.filter((commit) => named.has(commit));
  const isSecurity =
    ids.length > 0 ||
    (!isFeature(note) && (isSecurityScope(note.scope) || isSecurityScope(note.type))) ||
    tellsSecurityFix(firstSentence(note.text), isFeature(note)) ||
    commits.some(namesWeakness);
  // What the maintainers call breaking is news, whatever its words are.
  const otherwise = note.isBreaking ? 'Changed' : undefined;
  const group = isSecurity ? 'Security' : (groupOfNote(note, certain, isKeptByHand) ?? otherwise);
  if (group === undefined) return [];
  return [
    {
      group,
      scope: isSecurity && isSecurityScope(note.scope) ? undefined : note.scope,
      text: withIds(note.text, ids),
      numbers: note.numbers,
      ...newsOfBreak(note, commits),
      securityIds: ids,
      isTold: true,
      commits,
      source: note.source,
    },
  ];
}

/** An announced break is reported as such; one that only the words imply is reported as our reading of them. */
function newsOfBreak(
  note: ReleaseNote,
  commits: readonly AnalyzedCommit[],
): Pick<News, 'isBreaking' | 'isInferredBreak'> {
  const isAnnounced = [note, ...commits].some((one) => one.isBreaking && !one.isInferredBreak);
  // The entry was written for readers, so its words count and not those of its commits.
  return {
    isBreaking: isAnnounced || note.isBreaking,
    ...(!isAnnounced && note.isInferredBreak && { isInferredBreak: true as const }),
  };
}

const isFeature = ({ section, type }: ReleaseNote) =>
  sectionGroups.Added.test(section) || /^feat/.test(type ?? '');

const groupOfSection = (section: string): ChangelogGroup | undefined =>
  (['Security', 'Deprecated', 'Removed', 'Fixed', 'Added', 'Changed'] as const).find((group) =>
    sectionGroups[group].test(section),
  );

function groupOfNote(
  { section, text, type, isGenerated }: ReleaseNote,
  commits: AnalyzedCommit[],
  isKeptByHand: boolean,
): ChangelogGroup | undefined {
  const bySection = groupOfSection(section);
  const byCommit = commits.map(changelogGroupOf).find((group) => group !== undefined);
  if (/^(?:docs?|tests?|ci|style)$/.test(type ?? '')) return undefined;
  const isQuiet = /^(?:refactor|chore|docs?|tests?|ci|build|style)$/.test(type ?? '');
  const isInOwnWords = /^(?:refactor|chore)$/.test(type ?? '') && !isGenerated && !isCopied(text, commits);
  if (isQuiet && !isInOwnWords && byCommit === undefined && groupOfWords(text) === undefined)
    return undefined;
  // The changelog tool copied a typo.
  if (isGenerated && byCommit === undefined && isUpkeep(firstSentence(text))) return undefined;
  if (bySection && bySection !== 'Changed') return bySection;
  if (
    isUpkeep(firstSentence(text), isKeptByHand && !isGenerated) ||
    (commits.length > 0 &&
      byCommit === undefined &&
      groupOfWords(text) === undefined &&
      commits.every(({ type: kind }) => /^(?:chore|refactor|docs|test|ci|build|style)$/.test(kind ?? '')) &&
      isCopied(text, commits))
  )
    return undefined;
  return bySection ?? groupOfWords(text) ?? groupOfType(type) ?? byCommit ?? 'Changed';
}

/** True if a tool copied the subject of a commit. A maintainer who describes a chore in other words wants it to be read. */
function isCopied(text: string, commits: readonly AnalyzedCommit[]): boolean {
  const inNote = wordsOf(text);
  return commits.some(({ subject }) => inNote.intersection(wordsOf(subject)).size >= 0.7 * inNote.size);
}

/** The first sentence: later ones explain how the code works, in words that would count as upkeep. */
const firstSentence = (text: string) =>
  text.replace(/\s*\(e\.g\.[^()]*\)/g, '').split(/(?<=[^.]{20})[.;] /)[0] as string;

const securityIdsOf = ({ advisories }: AnalyzedCommit) => advisories;

/** Names the advisories that the text itself does not name. */
const withIds = (text: string, ids: string[]) => {
  const missing = ids.filter((id) => !text.toUpperCase().includes(id.toUpperCase()));
  return missing.length === 0 ? text : `${text} (${missing.join(', ')})`;
};

function newsOfCommit(commit: AnalyzedCommit, isKeptByHand: boolean, changed: ChangedSurface): News[] {
  const ids = securityIdsOf(commit);
  const isReleased = commit.touchesProduct || commit.touchesManifest;
  const group =
    isReleased && (ids.length > 0 || namesWeakness(commit))
      ? 'Security'
      : (changelogGroupOf(commit) ?? groupByName(commit, changed));
  if (group === undefined) return [];
  const isWordless = /^fix(?:e[sd])? (?:(?:issue|bug) )?#?\d+$/i.test(commit.subject);
  const isOmitted =
    isKeptByHand && !hasKnownType(commit) && (isWordless || !/^(?:Security|Added|Fixed)$/.test(group));
  if (isOmitted && !commit.isBreaking) return [];
  const isPrivateFix = isMergeOfAdvisory(commit);
  return [
    {
      group,
      scope: group === 'Security' && isSecurityScope(commit.scope) ? undefined : commit.scope,
      text: withIds(isPrivateFix ? privateFixText(commit) : commit.subject, ids),
      isBreaking: commit.isBreaking,
      ...(commit.isInferredBreak && { isInferredBreak: true }),
      securityIds: ids,
      isTold: false,
      commits: [commit],
      source: undefined,
    },
  ];
}

/** A number of the Common Weakness Enumeration in the message. */
const namesWeakness = ({ details }: AnalyzedCommit) => details.some((line) => /\bCWE-\d+\b/.test(line));

interface ChangedSurface {
  /** The last parts of the public names that changed for callers. */
  names: ReadonlySet<string>;
  /** The runtimes whose oldest version was raised. */
  runtimes: readonly string[];
}

/** A commit of any type that names a public declaration, a runtime or a dependency that changed for others. */
function groupByName(
  { subject, touchesProduct, touchesManifest, type, scope }: AnalyzedCommit,
  { names, runtimes }: ChangedSurface,
): ChangelogGroup | undefined {
  const words = (subject.match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => word.toLowerCase());
  if (touchesManifest && /\d|minimum/.test(subject) && words.some((word) => runtimes.includes(word)))
    return 'Changed';
  if (!touchesProduct || type === 'docs' || type === 'test' || upkeepScope.test(scope ?? ''))
    return undefined;
  return words.some((word) => word.length > 3 && names.has(word)) ? 'Changed' : undefined;
}

/** GitHub gives this message to a fix that was made in private, which only advisories do. */
const privateFixText = ({ details, sources }: AnalyzedCommit) => {
  const words = details.filter((line) => !trailer.test(line)).join(' ');
  const first = words.split(/(?<=[^.]{10}[.!?])\s/)[0] as string;
  const place = sources.find(
    ({ path }) => !isNonProductFile(path) && !isChangelog(path) && !/\.(?:md|mdx|rst|txt)$/i.test(path),
  )?.path;
  return (
    (first.length > 10 ? cutText(first, noteLengthMax) : undefined) ??
    `Security fix${place ? ` in ${place.replace(/^src\//, '').replace(/(?:\/index)?\.\w+$/, '')}` : ''} that was made in private`
  );
};

/** `Signed-off-by: Ada <ada@example.org>` */
const trailer = /^[A-Z][\w-]*-by: /;

/** The names of new and changed dependencies that the product ships. */
const shippedDependencies = (surface: ChangeAnalysis['surface']) => [
  ...new Set(
    surface
      .filter(
        ({ area, change, isInternal, name }) =>
          area === 'dependency' &&
          change !== 'removed' &&
          !isInternal &&
          !isRuntime(name) &&
          name !== goModulePath,
      )
      .map(({ name }) => name),
  ),
];

/** Updates of the dependencies that the product ships, in one line. */
function dependencyNews(
  commits: AnalyzedCommit[],
  notes: ReleaseNote[],
  surface: ChangeAnalysis['surface'],
): News[] {
  const names = shippedDependencies(surface);
  const shipped = commits.filter(
    ({ scope, subject, touchesManifest }) =>
      touchesManifest && !/dev/i.test(scope ?? '') && !/\bdev dep/i.test(subject),
  );
  if (names.length === 0 || shipped.length + notes.length === 0) return [];
  const listed = names.slice(0, dependenciesShown).map((name) => `\`${name}\``);
  const rest = names.length > listed.length ? ` and ${names.length - listed.length} more` : '';
  return [
    {
      group: 'Changed',
      scope: undefined,
      text: `Dependencies updated: ${listed.join(', ')}${rest}`,
      isBreaking: false,
      securityIds: [],
      isTold: notes.length > 0,
      isDependencyUpdate: true,
      commits: shipped,
      source: notes[0]?.source ?? surface.find(({ name }) => name === names[0])?.sources[0],
    },
  ];
}

const dependenciesShown = 12;
