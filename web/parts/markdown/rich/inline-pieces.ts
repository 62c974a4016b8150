import { special } from '../special-words.ts';

/** A part of a line with the classes that it is drawn with. The parts of a line are, one after the other, the line. */
export interface Piece {
  text: string;
  look: string;
  /** The address of a picture that is shown below the line. */
  picture?: string;
}

/** Longer lines are drawn plain: some rules take the square of the length. */
const maxLength = 3000;

const rules: [RegExp, (match: RegExpExecArray, look: string) => Piece[]][] = [
  [/\\[!-/:-@[-`{-~]/y, ([whole], look) => [mark('\\', look), { text: whole.slice(1), look }]],
  [
    /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y,
    ([, ticks = '', code = ''], look) =>
      around(ticks, [{ text: code, look: `${look} rich-code` }], ticks, look),
  ],
  [
    /!\[([^\]\n]*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(\s+"[^"]*")?\)/y,
    ([whole, words = '', address = ''], look) => [
      mark('![', look),
      { text: words, look: `${look} ${address === '' ? 'rich-uploading' : 'rich-caption'}` },
      { ...mark(whole.slice(2 + words.length), look), picture: address },
    ],
  ],
  [
    /\[((?:[^\]\\\n]|\\.)+)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(\s+"[^"]*")?\)/y,
    ([whole, words = ''], look) =>
      around('[', inlinePieces(words, `${look} rich-link`), whole.slice(1 + words.length), look),
  ],
  [
    /https?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]*_~]/y,
    ([whole], look) => [{ text: whole, look: `${look} rich-link` }],
  ],
  [pair('\\*\\*'), emphasis('rich-strong')],
  [pair('__', true), emphasis('rich-strong')],
  [pair('~~'), emphasis('rich-deleted')],
  [pair('\\*'), emphasis('rich-emphasis')],
  [pair('_', true), emphasis('rich-emphasis')],
  [new RegExp(special.source, 'uy'), ([whole], look) => [{ text: whole, look: `${look} rich-chip` }]],
];

/** Splits the text of a line into what is drawn differently. */
export function inlinePieces(text: string, look = ''): Piece[] {
  if (text.length > maxLength) return [{ text, look }];
  const pieces: Piece[] = [];
  let plainFrom = 0;
  let at = 0;
  while (at < text.length) {
    const found = /[\\`![h*_~@A-Z]/.test(text[at] ?? '') ? matchAt(text, at, look) : undefined;
    if (!found) {
      at++;
      continue;
    }
    if (at > plainFrom) pieces.push({ text: text.slice(plainFrom, at), look });
    pieces.push(...found.pieces);
    at = found.end;
    plainFrom = at;
  }
  if (plainFrom < text.length) pieces.push({ text: text.slice(plainFrom), look });
  return pieces.filter((piece) => piece.text !== '');
}

function matchAt(text: string, at: number, look: string): { pieces: Piece[]; end: number } | undefined {
  for (const [rule, draw] of rules) {
    rule.lastIndex = at;
    const match = rule.exec(text);
    if (match) return { pieces: draw(match, look), end: at + match[0].length };
  }
  return undefined;
}

const mark = (text: string, look: string): Piece => ({ text, look: `${look} rich-mark` });

const around = (before: string, pieces: Piece[], after: string, look: string): Piece[] => [
  mark(before, look),
  ...pieces,
  mark(after, look),
];

/** A pair of marks around words. Underscores inside a word are letters. */
function pair(sign: string, isWord = false): RegExp {
  const [before, after] = isWord ? ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_])'] : ['', ''];
  const single = sign.length === (sign.startsWith('\\') ? 2 : 1) ? `(?!${sign})` : '';
  return new RegExp(`${before}(${sign})(?=\\S)${single}([^\\n]*?[^\\s\\\\])${sign}${single}${after}`, 'uy');
}

function emphasis(name: string): (match: RegExpExecArray, look: string) => Piece[] {
  return ([, sign = '', words = ''], look) =>
    around(sign, inlinePieces(words, `${look} ${name}`), sign, look);
}
