/** Splits `a, b` into `['a', 'b']`; undefined stays undefined. */
export function splitList(text: string): string[];
export function splitList(text: string | undefined): string[] | undefined;
export function splitList(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
