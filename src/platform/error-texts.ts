export type FieldMessages = Record<string, string[]>;

// Errors quote what the caller sent, are stored with jobs and returned with every answer about them. Without these limits a
// file whose first line has 8 MB of column names makes every answer that large.
export const messageBytesMax = 2_000;
export const detailsBytesMax = 10_000;
export const jobErrorLengthMax = 2_000;
const fieldNameBytesMax = 200;
const namesMax = 20;
const nameLengthMax = 40;

/** A list of names in a message: the first 20, each with at most 40 characters. */
export function quoteNames(names: readonly string[]): string {
  const shown = names
    .slice(0, namesMax)
    .map((name) => (name.length > nameLengthMax ? `${name.slice(0, nameLengthMax).toWellFormed()}…` : name));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The size in an answer: JSON escapes some characters, and UTF-8 has up to four bytes for one. */
const bytesInJson = (text: string) => Buffer.byteLength(JSON.stringify(text));
const bytesPerCharacterMax = 6;

export function cutText(text: string, bytesMax: number): string {
  if (text.length * bytesPerCharacterMax + 2 <= bytesMax) return text;
  if (text.length <= bytesMax && bytesInJson(text) <= bytesMax) return text;
  let cut = text.slice(0, bytesMax);
  while (bytesInJson(`${cut}…`) > bytesMax) cut = cut.slice(0, Math.floor(cut.length * 0.9));
  return `${cut.toWellFormed()}…`;
}

/** The first messages that have room. */
export function fitDetails(details: FieldMessages, bytesMax: number): FieldMessages {
  const kept = new Map<string, string[]>();
  let bytes = 0;
  let leftOut = 0;
  for (const [field, messages] of Object.entries(details)) {
    const name = cutText(field, fieldNameBytesMax);
    for (const message of messages) {
      const text = cutText(message, Math.min(messageBytesMax, Math.floor(bytesMax / 2)));
      const size = bytesInJson(text) + 1 + (kept.has(name) ? 0 : bytesInJson(name) + 4);
      if (leftOut > 0 || bytes + size > bytesMax) leftOut++;
      else {
        bytes += size;
        kept.set(name, [...(kept.get(name) ?? []), text]);
      }
    }
  }
  if (leftOut > 0) [...kept.values()].at(-1)?.push(`… and ${leftOut} more`);
  return Object.fromEntries(kept);
}
