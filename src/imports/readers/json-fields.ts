/** Readers for untrusted JSON values. Each returns undefined if the value has another type than its name says. */
export type JsonObject = Record<string, unknown>;

export const asObject = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const asObjects = (value: unknown): JsonObject[] =>
  asList(value).filter((item): item is JsonObject => asObject(item) !== undefined);

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Accepts a number too, because products write ids both ways. */
export const asId = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : asText(value)?.trim();

export const asNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** The points of an estimate: a number from 0 to 100,000, or a text that is such a number. */
export function asPoints(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && /^\d{1,6}(?:\.\d{1,6})?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !(number >= 0 && number <= 100_000)) return undefined;
  return Math.round(number * 100) / 100;
}

/** A URL that a browser may open. An import never fetches it. */
export function asUrl(value: unknown): string | undefined {
  const text = asText(value)?.trim();
  if (text === undefined || text.length > 2_000 || !URL.canParse(text)) return undefined;
  return /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}
