/**
 * Text of other people may hold sequences that move the cursor, change the title of the terminal or reverse the order of
 * letters. Control characters except line breaks and tabs are shown as escapes instead.
 */
export const escapeControls = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, escapeOne);

const escapeOne = (char: string) => `\\u{${(char.codePointAt(0) as number).toString(16)}}`;

/** Escapes the text and puts it on one line. */
export const toLine = (text: string): string => escapeControls(text.replace(/\s+/g, ' ').trim());

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** East Asian Wide and Fullwidth, and what is drawn as an emoji: two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

const widthOfSegment = (segment: string) => (invisible.test(segment) ? 0 : wide.test(segment) ? 2 : 1);

/** How many columns of a terminal the text takes. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOfSegment(segment);
  return width;
}

/** Cuts the text to this number of columns, with an ellipsis if something is cut. */
export function cutTo(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = '';
  let taken = 0;
  for (const { segment } of segmenter.segment(text)) {
    taken += widthOfSegment(segment);
    if (taken > width - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

export const padTo = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - textWidth(text)));
