import type { Inline } from './mdx.ts';

/** Capitalises the subject and turns text in backticks into code. */
export function subjectInlines(subject: string): Inline[] {
  const parts = capitalise(subject).split(/(`[^`]+`)/);
  return parts
    .filter(Boolean)
    .map((part) => (/^`[^`]+`$/.test(part) ? { code: part.slice(1, -1) } : { prose: part }));
}

const enumeratedMax = 40;

/** `a`, `a and b`, `a, b and c`; at most 40 parts, then the number of the others. */
export function enumerate(parts: Inline[], partsMax = enumeratedMax): Inline[] {
  const shown =
    parts.length > partsMax ? [...parts.slice(0, partsMax), `${parts.length - partsMax} more`] : parts;
  return shown.flatMap((part, index) =>
    index === 0 ? [part] : [index === shown.length - 1 ? ' and ' : ', ', part],
  );
}

const capitalise = (text: string) =>
  /^\p{Ll}+(?=[\s,.]|$)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

export const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;
