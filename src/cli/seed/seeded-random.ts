import { formatUuid } from '../../platform/ids.ts';

/** A pseudo-random generator (sfc32) that returns the same values for the same seed. */
export interface SeededRandom {
  /** From 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A key of the table, with a probability in proportion to its weight. */
  weigh<K extends string>(table: Readonly<Partial<Record<K, number>>>): K;
  /** A UUID version 7, like those of `newId`. */
  id(atMs: number): string;
}

export function newSeededRandom(seed: number): SeededRandom {
  const next = sfc32(seed);
  const fraction = () => next() / 2 ** 32;
  const below = (limit: number) => Math.floor(fraction() * limit);
  const bytes = Buffer.alloc(16);

  return {
    fraction,
    below,
    chance: (probability) => fraction() < probability,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    weigh: (table) => weighted(fraction(), cumulateWeights(table)),
    id: (atMs) => {
      bytes.writeUIntBE(atMs, 0, 6);
      bytes.writeUInt16BE(0x7000 | (next() & 0x0fff), 6);
      bytes.writeUInt32BE((0x80000000 | (next() & 0x3fffffff)) >>> 0, 8);
      bytes.writeUInt32BE(next(), 12);
      return formatUuid(bytes);
    },
  };
}

interface Weights<K> {
  list: [K, number][];
  sum: number;
}

/** A table is a constant that is read a million times. */
const knownWeights = new WeakMap<object, Weights<string>>();

function cumulateWeights<K extends string>(table: Readonly<Partial<Record<K, number>>>): Weights<K> {
  const known = knownWeights.get(table);
  if (known) return known as Weights<K>;
  const list = Object.entries(table) as [K, number][];
  const weights = { list, sum: list.reduce((sum, [, weight]) => sum + weight, 0) };
  knownWeights.set(table, weights);
  return weights;
}

function weighted<K extends string>(fraction: number, { list, sum }: Weights<K>): K {
  let left = fraction * sum;
  for (const [key, weight] of list) {
    if (left < weight) return key;
    left -= weight;
  }
  return (list.at(-1) as [K, number])[0];
}

/** Has 128 bits of state, so the sequences of two seeds do not overlap in practice. */
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
  // Skips the first numbers, which are similar for similar seeds.
  for (let i = 0; i < 20; i++) next();
  return next;
}
