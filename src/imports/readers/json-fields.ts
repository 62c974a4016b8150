/** Reading values of which nothing is known. Each returns undefined for anything but what it names. */
export type JsonObject = Record<string, unknown>;

export const asObject = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const asObjects = (value: unknown): JsonObject[] =>
  asList(value).filter((item): item is JsonObject => asObject(item) !== undefined);

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Also of a number, because products write ids as both. */
export const asId = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : asText(value)?.trim();

export const asNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** Points of an estimate: a number from 0 to 100,000, or a text that is one. */
export function asPoints(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && /^\d{1,6}(?:\.\d{1,6})?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !(number >= 0 && number <= 100_000)) return undefined;
  return Math.round(number * 100) / 100;
}

/** An address that a browser may open; nothing in an import is ever fetched. */
export function asUrl(value: unknown): string | undefined {
  const text = asText(value)?.trim();
  if (text === undefined || text.length > 2_000 || !URL.canParse(text)) return undefined;
  return /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}
