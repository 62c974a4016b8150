type Texts = Readonly<Record<string, string>>;

/**
 * Translations of English sentences without the English, which the app only has to recognise: it is a quarter of what the
 * sentences of the server take in the browser. The build calls `shortenSentences` (web/vite.config.ts).
 */
export interface ShortSentences {
  /** Of each sentence the hash of its fixed beginning and end. */
  hashes: string;
  /** In the same order: those without values, then those with values. */
  translations: readonly string[];
  /** Of those with values: the length of the beginning, the values with what is between them, the length of the end. */
  before: readonly number[];
  values: readonly string[];
  after: readonly number[];
}

export interface Pattern {
  /** Its groups are the values. */
  expression: RegExp;
  /** The length of the fixed parts: the longer it is, the better a pattern fits. */
  fixedLength: number;
  translation: string;
  /** Of the beginning and end, if the expression knows only how long they are, in its first and last group. */
  hash?: string;
}

const hashLength = 5;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** English sentences, in which `{}` stands for a value, with their translation. There `{2}` is the second value. */
export function shortenSentences(texts: Texts): ShortSentences {
  const english = Object.keys(texts).sort((a, b) => Number(hasValues(a)) - Number(hasValues(b)));
  const shapes = english.map(shapeOf);
  const withValues = shapes.filter(({ values }) => values !== '');
  const hashes = shapes.map(({ before, after }) => hashOf(before, after));
  const known = new Set(shapes.map(({ values }, index) => `${hashes[index]} ${values}`));
  if (known.size < english.length) throw new Error('Two sentences have the same hash: reword one of them');
  return {
    hashes: hashes.join(''),
    translations: english.map((text) => texts[text] ?? ''),
    before: withValues.map(({ before }) => before.length),
    values: withValues.map(({ values }) => values),
    after: withValues.map(({ after }) => after.length),
  };
}

export class SentencesByHash {
  readonly #whole = new Map<string, string>();
  readonly patterns: Pattern[] = [];

  constructor(parts: readonly ShortSentences[]) {
    for (const part of parts) this.#read(part);
    bestFirst(this.patterns);
  }

  /** The translation of a sentence without values. */
  find(sentence: string): string | undefined {
    return this.#whole.get(hashOf(sentence, ''));
  }

  #read({ hashes, translations, before, values, after }: ShortSentences): void {
    const whole = translations.length - values.length;
    for (const [index, translation] of translations.entries()) {
      const hash = hashes.slice(index * hashLength, (index + 1) * hashLength);
      const { [index - whole]: between } = values;
      if (between === undefined) {
        this.#whole.set(hash, translation);
        continue;
      }
      const [start = 0, end = 0] = [before[index - whole], after[index - whole]];
      this.patterns.push({
        ...{ hash, translation },
        expression: new RegExp(`^([^]{${start}})${valuesOf(between)}([^]{${end}})$`),
        fixedLength: start + between.replaceAll('{}', '').length + end,
      });
    }
  }
}

/** The values of a text that the pattern fits. */
export function matchPattern({ expression, hash }: Pattern, text: string): string[] | undefined {
  const groups = expression.exec(text)?.slice(1);
  if (!groups || hash === undefined) return groups;
  const [before = '', after = ''] = [groups.shift(), groups.pop()];
  return hashOf(before, after) === hash ? groups : undefined;
}

export const bestFirst = (patterns: Pattern[]): Pattern[] =>
  patterns.sort((a, b) => b.fixedLength - a.fixedLength);

export const hasValues = (text: string) => text.includes('{}');

/** The expression of a text with values, which are its groups. */
export const valuesOf = (text: string): string =>
  text
    .split('{}')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^]+?)');

function shapeOf(text: string): { before: string; values: string; after: string } {
  if (!hasValues(text)) return { before: text, values: '', after: '' };
  const [start, end] = [text.indexOf('{}'), text.lastIndexOf('{}') + 2];
  return { before: text.slice(0, start), values: text.slice(start, end), after: text.slice(end) };
}

/** 30 bits of FNV-1a with the mix of MurmurHash3: of a billion other sentences, one has the hash of a given one. */
function hashOf(before: string, after: string): string {
  let hash = 0x811c9dc5;
  const text = `${before}\0${after}`;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash ^= hash >>> 16;
  return Array.from({ length: hashLength }, (_, at) => letters[(hash >>> (6 * at)) & 63]).join('');
}
