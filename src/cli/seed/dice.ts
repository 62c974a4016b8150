import { formatUuid } from '../../platform/ids.ts';

/** Chance that falls the same way each time: the generator sfc32, started from a number. */
export interface Dice {
  /** From 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A key of the table, as often as its weight says. */
  weigh<K extends string>(table: Readonly<Partial<Record<K, number>>>): K;
  /** In the shape of UUID version 7, as `newId` makes them. */
  id(atMs: number): string;
}

export function newDice(seed: number): Dice {
  const next = sfc32(seed);
  const fraction = () => next() / 2 ** 32;
  const below = (limit: number) => Math.floor(fraction() * limit);
  const bytes = Buffer.alloc(16);

  return {
    fraction,
    below,
    chance: (probability) => fraction() < probability,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    weigh: (table) => weighted(fraction(), Object.entries(table)),
    id: (atMs) => {
      bytes.writeUIntBE(atMs, 0, 6);
      bytes.writeUInt16BE(0x7000 | (next() & 0x0fff), 6);
      bytes.writeUInt32BE((0x80000000 | (next() & 0x3fffffff)) >>> 0, 8);
      bytes.writeUInt32BE(next(), 12);
      return formatUuid(bytes);
    },
  };
}

function weighted<K extends string>(fraction: number, table: [string, unknown][]): K {
  const weights = table as [K, number][];
  let left = fraction * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of weights) {
    if (left < weight) return key;
    left -= weight;
  }
  return (weights.at(-1) as [K, number])[0];
}

/** Small and fast, with 128 bits of state: the runs of two seeds never meet in practice. */
function sfc32(seed: number): () => number {
  let a = seed | 0;
  let b = Math.floor(seed / 2 ** 32) | 0;
  let c = 0x9e3779b9;
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  // The first numbers of neighbouring seeds still resemble each other.
  for (let i = 0; i < 20; i++) next();
  return next;
}
