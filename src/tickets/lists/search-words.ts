import { foldCase } from '../../platform/fold-case.ts';

const wordsMax = 10;

/** The case-folded words of a search text, at most 10. A ticket matches if it contains all of them. */
export const searchWords = (text: string): string[] =>
  [...new Set(foldCase(text).split(/\s+/).filter(Boolean))].slice(0, wordsMax);
