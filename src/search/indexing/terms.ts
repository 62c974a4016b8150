import { escapeLike } from '../../platform/db/index.ts';

/** What ends a term: white space, control characters and the punctuation of ASCII. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const separators = /[\s\x00-\x2f:-@[-`{-\x7f]+/;

const termLettersMax = 128;
/** Parts of a term up to this long are whole in one of the overlapping cuts of an overlong term. */
const pieceLettersMax = 64;

/** The terms of a folded text. What is overlong (a key, a sentence without spaces) is cut into overlapping ones. */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const run of text.split(separators)) {
    if (run.length <= termLettersMax) terms.add(run);
    else for (const cut of cutsOf([...run])) terms.add(cut);
  }
  terms.delete('');
  return terms;
}

/** Every sign of a folded text once, punctuation too, but no white space. */
export function lettersOf(text: string): string {
  const isSeen = new Uint8Array(128);
  const beyond = new Set<string>();
  let letters = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 128) {
      const sign = String.fromCodePoint(text.codePointAt(i) as number);
      beyond.add(sign);
      i += sign.length - 1;
    } else if (isSeen[code] === 0) {
      isSeen[code] = 1;
      letters += text[i];
    }
  }
  return (letters + [...beyond].join('')).replace(/\s/g, '');
}

/** Every two letters that stand side by side in a term. */
export function pairsOf(term: string): string[] {
  const letters = [...term];
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}

const titleLettersMax = 200;

/** Enough to tell titles apart, and no more than PostgreSQL takes into an index. */
export const startOfTitle = (title: string) => [...title].slice(0, titleLettersMax).join('');

/** Whether there may be more of the title. */
export const isOnlyStart = (start: string) => start.length >= titleLettersMax;

function cutsOf(letters: string[]): string[] {
  const cuts: string[] = [];
  for (let start = 0; start + termLettersMax < letters.length; start += pieceLettersMax) {
    cuts.push(letters.slice(start, start + termLettersMax).join(''));
  }
  // The end of the last cut is the end of the term, as the start of the first is its start.
  return [...cuts, letters.slice(-termLettersMax).join('')];
}

export interface Piece {
  text: string;
  letters: number;
  /** Whether the term must begin with it. */
  isStart: boolean;
  /** What a term that holds the piece looks like. */
  pattern: string;
}

/** The signs of a word that end a term. */
export const separatorsIn = (word: string) => [...new Set(word)].filter((sign) => separators.test(sign));

/** The terms a word lies in: one that holds it, or, if it has separators in it, several that it spans. */
export function piecesOf(word: string): { pieces: Piece[]; isExact: boolean } {
  const runs = word.split(separators);
  const pieces = runs.flatMap((run, index): Piece[] => {
    const letters = [...run];
    const text = letters.slice(0, pieceLettersMax).join('');
    if (text === '') return [];
    const isCut = text.length < run.length;
    const before = index === 0 ? '%' : '';
    const after = index === runs.length - 1 || isCut ? '%' : '';
    return [
      {
        text,
        letters: Math.min(letters.length, pieceLettersMax),
        isStart: before === '',
        pattern: before + escapeLike(text) + after,
      },
    ];
  });
  return { pieces, isExact: runs.length === 1 && pieces[0]?.text === word };
}
