import { foldCase } from '../../platform/fold-case.ts';

const wordsKept = 3;
const wordLettersMax = 64;
const marks = new Set('.,:;!?()[]{}<>"\'`');

/**
 * The three longest words of a title. They are rarely common words, and two similar titles nearly always share one.
 * Migration 0021 extracts the same words.
 */
export function titleWords(title: string): string[] {
  const words = new Set(foldCase(title).split(/\s+/).map(bareWord));
  words.delete('');
  const letters = new Map([...words].map((word) => [word, [...word].length]));
  const length = (word: string) => letters.get(word) as number;
  return [...words].sort((a, b) => length(b) - length(a) || (a < b ? -1 : 1)).slice(0, wordsKept);
}

function bareWord(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && marks.has(text[start] as string)) start++;
  while (end > start && marks.has(text[end - 1] as string)) end--;
  const bare = text.slice(start, end);
  return bare.length <= wordLettersMax ? bare : [...bare].slice(0, wordLettersMax).join('');
}
