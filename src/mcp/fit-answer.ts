import { shorten } from './shorten.ts';

/** An answer has at most 4,000 tokens of about four characters, counted as they are sent: text in JSON. */
const answerCharactersMax = 4 * 4_000;
/** For what is around the text in the answer. */
const envelopeCharacters = 200;
const textCharactersMin = 80;

/** Fields that would be useless if they were cut. */
const uncut = new Set(['nextCursor', 'warning']);

const encodedLength = (text: string) => JSON.stringify(text).length;
const fits = (text: string) => encodedLength(text) <= answerCharactersMax - envelopeCharacters;

/**
 * Writes a result as JSON that fits into an answer. If it is too large, the longest texts are cut first, all to the same length;
 * if that is not enough, the longest lists. What is missing is stated where it was.
 */
export function fitResult(result: object): string {
  const whole = JSON.stringify(result);
  if (fits(whole)) return whole;
  const write = (charactersMax: number, itemsMax: number) =>
    JSON.stringify(cut(result, charactersMax, itemsMax));
  const everyItem = Number.POSITIVE_INFINITY;
  if (fits(write(textCharactersMin, everyItem)))
    return write(
      largest(textCharactersMin, answerCharactersMax, (characters) => fits(write(characters, everyItem))),
      everyItem,
    );
  const items = largest(0, 1_000, (count) => fits(write(textCharactersMin, count)));
  return write(textCharactersMin, items);
}

/** Cuts a text so that it fits into an answer. */
export function fitText(text: string): string {
  if (fits(text)) return text;
  return shorten(
    text,
    largest(0, answerCharactersMax, (characters) => fits(shorten(text, characters))),
  );
}

/** The largest number from `low`, which is known to be right, up to `high` for which `isRight` holds. */
function largest(low: number, high: number, isRight: (candidate: number) => boolean): number {
  let [known, beyond] = [low, high];
  while (known < beyond) {
    const middle = Math.ceil((known + beyond) / 2);
    if (isRight(middle)) known = middle;
    else beyond = middle - 1;
  }
  return known;
}

function cut(value: unknown, charactersMax: number, itemsMax: number): unknown {
  if (typeof value === 'string') return shorten(value, charactersMax);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, itemsMax).map((item) => cut(item, charactersMax, itemsMax));
    return kept.length < value.length ? [...kept, `… (${value.length - kept.length} more)`] : kept;
  }
  const entries = Object.entries(value);
  const kept = entries
    .slice(0, Math.max(itemsMax, 12))
    .map(([name, inner]) => [name, uncut.has(name) ? inner : cut(inner, charactersMax, itemsMax)]);
  return Object.fromEntries(
    kept.length < entries.length ? [...kept, ['…', `${entries.length - kept.length} more`]] : kept,
  );
}
