/** Patterns of words, each with a text that only this pattern of its table matches; rules.test.ts checks each. */
export type Words = Readonly<Record<string, string>>;

export interface WordRule {
  pattern: RegExp;
  test(text: string): boolean;
  words: Words;
  /** The whole pattern, built from the alternatives. */
  shape: (anyWord: string) => RegExp;
}

export function wordRule(words: Words, shape: WordRule['shape'] = anywhere): WordRule {
  const pattern = shape(anyOf(Object.keys(words)));
  return { words, shape, pattern, test: (text) => pattern.test(text) };
}

const anywhere = (anyWord: string) => new RegExp(anyWord, 'i');
/** A shape for whole words. */
export const wholeWord = (anyWord: string) => new RegExp(`\\b${anyWord}\\b`, 'i');

export const anyOf = (patterns: readonly string[]) => `(?:${patterns.join('|')})`;

/** Combines several patterns, each of which fits on a line, into one. */
export const anyPattern = (patterns: readonly RegExp[], flags?: string) =>
  new RegExp(patterns.map(({ source }) => source).join('|'), flags);
