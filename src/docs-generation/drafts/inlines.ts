import type { Inline } from './mdx.ts';

/** A subject as its author wrote it, with what stands in backticks as code. */
export function subjectInlines(subject: string): Inline[] {
  const parts = capitalise(subject).split(/(`[^`]+`)/);
  return parts
    .filter(Boolean)
    .map((part) => (/^`[^`]+`$/.test(part) ? { code: part.slice(1, -1) } : { prose: part }));
}

const capitalise = (text: string) =>
  /^[a-z]+(?=[\s,.]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

export const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;
