import type { TermId } from './index-dialect.ts';

/** Encodes a term and whether it occurs in the title as one number. */
export type TermCode = number;
export const termCode = (id: TermId, inTitle: boolean): TermCode => id * 2 + (inTitle ? 1 : 0);
export const decodeTermId = (code: TermCode): TermId => Math.floor(code / 2);
export const isTitleTerm = (code: TermCode) => code % 2 === 1;

/** Sorts the codes and encodes their differences as variable-length integers: about two bytes per term. */
export function encodeTerms(codes: TermCode[]): Uint8Array {
  const bytes: number[] = [];
  let last = 0;
  for (const code of Float64Array.from(codes).sort()) {
    let rest = code - last;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
    last = code;
  }
  return Uint8Array.from(bytes);
}

export function decodeTerms(bytes: Uint8Array): TermCode[] {
  const codes: TermCode[] = [];
  let last = 0;
  let value = 0;
  let unit = 1;
  for (const byte of bytes) {
    value += (byte % 128) * unit;
    unit *= 128;
    if (byte >= 128) continue;
    last += value;
    codes.push(last);
    value = 0;
    unit = 1;
  }
  return codes;
}
