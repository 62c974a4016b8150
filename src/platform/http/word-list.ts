import { invalid } from '../errors.ts';
import { sayField } from './validation.ts';

/** `a,b` → [a, b]; undefined when nothing was given. */
export function splitList(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** The same for words of a known list; an unknown one is the caller's mistake. */
export function parseWordList<const W extends readonly string[]>(
  field: string,
  text: string | undefined,
  words: W,
): W[number][] | undefined {
  const list = splitList(text);
  if (list?.every((word) => words.includes(word))) return list;
  if (list === undefined) return undefined;
  throw invalid({ [field]: [`${sayField(field)} must be one or more of: ${words.join(', ')}`] });
}
