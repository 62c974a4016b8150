import { randomFillSync } from 'node:crypto';

/** A UUID version 7. It starts with the time, so rows created together are neighbours in every index. */
export function newId(atMs: number = Date.now()): string {
  const bytes = nextRandomBytes();
  bytes.writeUIntBE(atMs, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  return formatUuid(bytes);
}

const idBytes = 16;
const pool = Buffer.alloc(256 * idBytes);
let used = pool.length;

/** Takes bytes from a pool, each only once: a call of the system's generator costs ten times as much as the rest of an id. */
function nextRandomBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.subarray(used - idBytes, used);
}

/** Sorts before every id created at that moment or later, and after every earlier one. */
export function firstIdAt(atMs: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, atMs), 0, 6);
  return formatUuid(bytes);
}

const hexDigits = Buffer.from('0123456789abcdef');
const written = Buffer.alloc(36, '-');
/** Where each byte is written: between some of them is a hyphen. */
const placesOfBytes = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** Written at once: a text that is joined from parts takes JSON.stringify three times as long, with all that is around it. */
export function formatUuid(bytes: Buffer): string {
  for (let at = 0; at < idBytes; at++) {
    const byte = bytes[at] as number;
    const place = placesOfBytes[at] as number;
    written[place] = hexDigits[byte >> 4] as number;
    written[place + 1] = hexDigits[byte & 15] as number;
  }
  return written.toString('latin1');
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const timedIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The number at the start of an id. In a UUID version 7 it is the time in milliseconds. */
export const startOfId = (id: string) =>
  Number.parseInt(id.slice(0, 8), 16) * 0x1_00_00 + Number.parseInt(id.slice(9, 13), 16);

/** The time that a UUID version 7 contains, in milliseconds; undefined for any other text. */
export const timeOfId = (id: string) => (timedIdPattern.test(id) ? startOfId(id) : undefined);

export function isId(text: string): boolean {
  return idPattern.test(text);
}
