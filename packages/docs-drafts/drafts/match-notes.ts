import type { AnalyzedCommit } from '../analysis/analyzed-commit.ts';
import type { ReleaseNote } from '../analysis/release-note.ts';
import { anyOf } from '../word-rule.ts';

/** The share of a commit's words, weighted by rarity, that an entry must contain to describe the commit. */
const shareMin = 0.45;
/** The share for a second commit of an entry: the entry describes both only if it was written for both. */
const furtherShareMin = 0.55;
const sharedWordsMin = 2;

/**
 * Finds the entry of each commit that has no explicit reference: the one that shares most of its rare words. An entry
 * with numbers names its commits itself, unless the commit has no number.
 */
export function matchByWords(
  notes: readonly ReleaseNote[],
  commits: readonly AnalyzedCommit[],
  hasCommits: (note: ReleaseNote) => boolean,
): Map<AnalyzedCommit, ReleaseNote> {
  const noteWords = new Map(notes.map((note) => [note, rareWords(`${note.scope ?? ''} ${note.text}`)]));
  const commitWords = new Map(
    commits.map((commit) => [commit, rareWords(`${commit.scope ?? ''} ${commit.subject}`)]),
  );
  const weightOf = newWeights([...noteWords.values(), ...commitWords.values()]);
  const pairs = commits.flatMap((commit) => {
    const own = commitWords.get(commit) as Set<string>;
    return notes.flatMap((note) => {
      if (note.numbers.length > 0 && commit.pulls.length > 0) return [];
      const others = noteWords.get(note) as Set<string>;
      const shared = own.intersection(others);
      const share = weightOf(shared) / weightOf(own);
      const likeness = share + weightOf(shared) / weightOf(others);
      return shared.size >= sharedWordsMin && share >= shareMin ? [{ commit, note, share, likeness }] : [];
    });
  });
  const found = new Map<AnalyzedCommit, ReleaseNote>();
  const taken = new Set(notes.filter(hasCommits));
  for (const { commit, note, share } of pairs.sort((a, b) => b.likeness - a.likeness)) {
    if (found.has(commit) || (taken.has(note) && share < furtherShareMin)) continue;
    found.set(commit, note);
    taken.add(note);
  }
  return found;
}

/** Sums up the weights of words: a rare word weighs more than a frequent one. */
function newWeights(texts: readonly ReadonlySet<string>[]): (words: ReadonlySet<string>) => number {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of text) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (words) =>
    [...words].reduce((sum, word) => sum + Math.log(1 + texts.length / (counts.get(word) ?? 1)), 0);
}

/** The parts of names count as words: `HTTP/3` and `http3`, `ClientBuilder::tls_keys` and `tls keys`. */
function rareWords(text: string): Set<string> {
  const words = text
    .replace(/\b(\p{L}+)\/(\d)/gu, '$1$2')
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .match(/\d+(?:\.\d+)+|[\p{L}\p{N}]{2,}/gu);
  return new Set((words ?? []).filter((word) => !plainWord.test(word)).map(stem));
}

const plainWords =
  'an and any are as at be been both but by can do does for from has have if in into is it its no not now of on onto only or so ' +
  'some such than that the their them then there these this to too under up use used uses using via was were when where which ' +
  'while will with without add adds added adding allow\\w* change[sd]? enable[sd]? ensure[sd]? expose[sd]? fix fixe[sd] fixing feat ' +
  'handle[sd]? implement\\w* improve\\w* introduce[sd]? make[sd]? new option\\w* prevent\\w* remove[sd]? support\\w* update[sd]? ' +
  'issue\\w* method\\w* function\\w* value\\w*';
const plainWord = new RegExp(`^${anyOf(plainWords.split(' '))}$`);

const stem = (word: string) => word.replace(/(?:ing|ed|es|s|e)$/, '');
