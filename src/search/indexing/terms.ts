import { escapeLike } from '../../platform/db/index.ts';

/** The characters between terms: white space, control characters and ASCII punctuation. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters separate terms
const separators = /[\s\x00-\x2f:-@[-`{-\x7f]+/;

const termCharactersMax = 128;
/** Slices of a long term overlap, so that every part of it up to this length is whole in one of them. */
const patternCharactersMax = 64;

/** Splits a case-folded text into terms. A longer run, such as a sentence without spaces, becomes overlapping slices. */
export function splitIntoTerms(text: string): Set<string> {
  const terms = new Set<string>();
  for (const run of text.split(separators)) {
    if (run.length <= termCharactersMax) terms.add(run);
    else for (const slice of overlappingSlices([...run])) terms.add(slice);
  }
  terms.delete('');
  return terms;
}

/** The distinct characters of a case-folded text, with punctuation but without white space. */
export function uniqueCharacters(text: string): string {
  const isSeen = new Uint8Array(128);
  const nonAscii = new Set<string>();
  let characters = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 128) {
      const character = String.fromCodePoint(text.codePointAt(i) as number);
      nonAscii.add(character);
      i += character.length - 1;
    } else if (isSeen[code] === 0) {
      isSeen[code] = 1;
      characters += text[i];
    }
  }
  return (characters + [...nonAscii].join('')).replace(/\s/g, '');
}

export function listBigrams(term: string): string[] {
  const characters = [...term];
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

function overlappingSlices(characters: string[]): string[] {
  const slices: string[] = [];
  for (let start = 0; start + termCharactersMax < characters.length; start += patternCharactersMax) {
    slices.push(characters.slice(start, start + termCharactersMax).join(''));
  }
  // The last slice ends with the run, so that a pattern anchored at the end of a term still matches.
  return [...slices, characters.slice(-termCharactersMax).join('')];
}

/** What a term of a matching ticket must look like. */
export interface TermPattern {
  text: string;
  /** The length of the text in code points. */
  characters: number;
  /** True if the term must begin with the text. */
  isPrefix: boolean;
  /** The operand of LIKE, with `!` as its escape character. */
  like: string;
}

export const separatorsIn = (word: string) =>
  [...new Set(word)].filter((character) => separators.test(character));

/**
 * The patterns of the terms of a ticket with this word: one term that contains it or, if the word contains separators,
 * the several terms it spans. They prove that the ticket contains the word only if `isExact` is true.
 */
export function termPatterns(word: string): { patterns: TermPattern[]; isExact: boolean } {
  const runs = word.split(separators);
  const patterns = runs.flatMap((run, index): TermPattern[] => {
    const characters = [...run];
    const text = characters.slice(0, patternCharactersMax).join('');
    if (text === '') return [];
    const isCut = text.length < run.length;
    const before = index === 0 ? '%' : '';
    const after = index === runs.length - 1 || isCut ? '%' : '';
    return [
      {
        text,
        characters: Math.min(characters.length, patternCharactersMax),
        isPrefix: before === '',
        like: before + escapeLike(text) + after,
      },
    ];
  });
  return { patterns, isExact: runs.length === 1 && patterns[0]?.text === word };
}
