type Texts = Readonly<Record<string, string>>;

/** English texts, in which `{}` stands for a value, with their translation. There `{2}` is the second value. */
export interface SentenceTable {
  sentences: Texts;
  /** Sentences that contain another sentence, such as `Column {}: {}`. */
  frames?: Texts;
  /** Values besides what people wrote, such as the names of fields. */
  names: Texts;
}

interface Pattern {
  expression: RegExp;
  /** The length of the fixed parts: the longer it is, the better a pattern fits. */
  fixedLength: number;
  translation: string;
}

/** A sentence of the server in another language; undefined if the table does not have it. */
export function translateSentence(table: SentenceTable, sentence: string): string | undefined {
  const ofValue = (value: string) => translateName(table.names, value) ?? value;
  const ofPart = (part: string) => translateSentence(table, part) ?? ofValue(part);
  return translate(table.frames ?? {}, sentence, ofPart) ?? translate(table.sentences, sentence, ofValue);
}

export const translateName = (names: Texts, name: string): string | undefined =>
  translate(names, name, (value) => value);

function translate(texts: Texts, text: string, ofValue: (value: string) => string): string | undefined {
  const known = texts[text];
  if (known !== undefined) return known;
  for (const { expression, translation } of patternsOf(texts)) {
    const found = expression.exec(text);
    if (found) return fill(translation, found.slice(1).map(ofValue));
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

const patterns = new WeakMap<Texts, readonly Pattern[]>();

function patternsOf(texts: Texts): readonly Pattern[] {
  const known = patterns.get(texts);
  if (known) return known;
  const compiled = Object.entries(texts)
    .filter(([text]) => text.includes('{}'))
    .map(([text, translation]) => {
      const fixed = text.split('{}');
      const source = fixed.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+?)');
      return { expression: new RegExp(`^${source}$`, 's'), fixedLength: fixed.join('').length, translation };
    })
    .sort((a, b) => b.fixedLength - a.fixedLength);
  patterns.set(texts, compiled);
  return compiled;
}
