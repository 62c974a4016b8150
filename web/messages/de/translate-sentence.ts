import {
  bestFirst,
  hasValues,
  matchPattern,
  type Pattern,
  SentencesByHash,
  type ShortSentences,
  valuesOf,
} from './short-sentences.ts';

type Texts = Readonly<Record<string, string>>;

/** English texts with their translation. */
export interface SentenceTable {
  sentences: readonly ShortSentences[];
  /** Sentences that contain another sentence, such as `Column {}: {}`. */
  frames?: Texts;
  /** Values besides what people wrote, such as the names of fields. */
  names: Texts;
}

/** A sentence of the server in another language; undefined if the table does not have it. */
export function translateSentence(table: SentenceTable, sentence: string): string | undefined {
  const ofValue = (value: string) => translateName(table.names, value) ?? value;
  const ofPart = (part: string) => translateSentence(table, part) ?? ofValue(part);
  const framed = translateText(table.frames ?? {}, sentence, ofPart);
  if (framed !== undefined) return framed;
  const sentences = once(table, () => new SentencesByHash(table.sentences));
  return sentences.find(sentence) ?? translateByPatterns(sentences.patterns, sentence, ofValue);
}

export const translateName = (names: Texts, name: string): string | undefined =>
  translateText(names, name, (value) => value);

type OfValue = (value: string) => string;

const translateText = (texts: Texts, text: string, ofValue: OfValue): string | undefined =>
  texts[text] ??
  translateByPatterns(
    once(texts, () => patternsOf(texts)),
    text,
    ofValue,
  );

function translateByPatterns(patterns: readonly Pattern[], text: string, ofValue: OfValue) {
  for (const pattern of patterns) {
    const values = matchPattern(pattern, text);
    if (values) return fill(pattern.translation, values.map(ofValue));
  }
  return undefined;
}

function fill(translation: string, values: readonly string[]): string {
  let next = 0;
  return translation.replaceAll(/\{(\d?)\}/g, (_, place: string) => {
    const index = place === '' ? next++ : Number(place) - 1;
    return values[index] ?? '';
  });
}

const patternsOf = (texts: Texts): readonly Pattern[] =>
  bestFirst(
    Object.entries(texts)
      .filter(([text]) => hasValues(text))
      .map(([text, translation]) => ({
        expression: new RegExp(`^${valuesOf(text)}$`),
        fixedLength: text.replaceAll('{}', '').length,
        translation,
      })),
  );

const made = new WeakMap<object, unknown>();

/** What is made of a table is made once. */
function once<Value>(table: object, make: () => Value): Value {
  const known = made.get(table) ?? make();
  made.set(table, known);
  return known as Value;
}
