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

export function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
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
