import { analyze, type Files, repositoryOf, revision } from '../two-versions.support.ts';
import type { FalseSentence, FoundSentences, SentenceLimits } from './false-sentence.ts';
import { findFalseSentences } from './find-false-sentences.ts';

/** The sentences of two versions of a repository that are or may be false. */
export async function foundSentences(
  before: Files,
  after: Files,
  limits?: Partial<SentenceLimits>,
): Promise<FoundSentences> {
  const links = { issue: undefined, pull: undefined, commit: 'https://code.example/acme/lib/commit/{}' };
  const repository = { ...repositoryOf(before, after), links };
  const change = await analyze(before, after);
  return findFalseSentences({ repository, head: revision, change, ...(limits && { limits }) });
}

/** Those of all kinds, whether their claims were measured to be right or not. */
export async function falseSentences(
  before: Files,
  after: Files,
  limits?: Partial<SentenceLimits>,
): Promise<FalseSentence[]> {
  const { falseNow, mayBeFalse } = await foundSentences(before, after, limits);
  return [...falseNow, ...mayBeFalse];
}

/** `flag --port in docs/use.md:3, was src/cli.ts:1` */
export async function saidFalse(before: Files, after: Files): Promise<string[]> {
  const found = await falseSentences(before, after);
  return found.map(({ kind, quote, file, line, was }) => `${kind} ${quote} in ${file}:${line}, was ${was}`);
}
