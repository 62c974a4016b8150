import { randomFillSync } from 'node:crypto';

/** UUID version 7: starts with the time, so rows made together lie together in every index. */
export function newId(atMs: number = Date.now()): string {
  const bytes = nextRandomBytes();
  bytes.writeUIntBE(atMs, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  return formatUuid(bytes);
}

const idBytes = 16;
const stock = Buffer.alloc(256 * idBytes);
let used = stock.length;

/** From a stock, since each call of the system's generator costs as much as the rest of an id ten times over. Never the same twice. */
function nextRandomBytes(): Buffer {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += idBytes;
  return stock.subarray(used - idBytes, used);
}

/** Sorts before every id made at that moment or later, and after every earlier one. */
export function firstIdAt(atMs: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, atMs), 0, 6);
  return formatUuid(bytes);
}

export function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const idShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isId(text: string): boolean {
  return idShape.test(text);
}
