import { lineEndAt, lineStartAt, type Selection } from '../text-edits.ts';

type Range = { from: number; to: number };

const lineStart = /^(?:\s*(?:>\s?)+|\s*#{1,6}\s|(?:\s*>\s?)*\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s)?)$/;
const wordBefore = /(?:(?:[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]+)[^\S\n]*|[^\S\n]+|\n)$/u;
const wordAfter = /^(?:[^\S\n]*(?:[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]+)|[^\S\n]+|\n)/u;

let letters: Intl.Segmenter | undefined;

/** What an `inputType` that deletes removes. Beside the beginning of an item or heading, Backspace removes all of it. */
export function findDeletion({ text, start, end }: Selection, inputType: string): Range | undefined {
  if (start !== end) return { from: start, to: end };
  const from = lineStartAt(text, start);
  const to = lineEndAt(text, start);
  const isBack = inputType.endsWith('Backward');
  if (/Line/.test(inputType)) {
    if (isBack) return { from: from === start ? Math.max(0, start - 1) : from, to: start };
    return { from: start, to: to === start ? Math.min(text.length, to + 1) : to };
  }
  if (/Word/.test(inputType)) {
    const [word = ''] =
      (isBack ? wordBefore.exec(text.slice(0, start)) : wordAfter.exec(text.slice(start))) ?? [];
    return isBack ? { from: start - word.length, to: start } : { from: start, to: start + word.length };
  }
  if (isBack && start > from && lineStart.test(text.slice(from, start))) return { from, to: start };
  letters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  if (!isBack) {
    const [first] = letters.segment(text.slice(start, start + 40));
    return first && { from: start, to: start + first.segment.length };
  }
  const last = [...letters.segment(text.slice(Math.max(0, start - 40), start))].at(-1);
  return last && { from: start - last.segment.length, to: start };
}
