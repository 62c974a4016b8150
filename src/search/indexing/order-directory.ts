import { decodeUint32s, encodeUint32s } from './doc-set.ts';
import { comparePositions, type Position } from './sort-orders.ts';

/**
 * A range of a sort order: the documents whose positions are from `low` up to the `low` of the next bucket. Within the
 * bucket they are unordered.
 */
export interface Bucket {
  number: number;
  size: number;
  /** Undefined for the first bucket. */
  low: Position | undefined;
}

/** Encodes the number and the size of each bucket. */
export const encodeDirectory = (buckets: Bucket[]): Uint8Array =>
  encodeUint32s(buckets.flatMap(({ number, size }) => [number, size]));

export function decodeDirectory(bytes: Uint8Array): { number: number; size: number }[] {
  const values = decodeUint32s(bytes);
  return Array.from({ length: values.length / 2 }, (_, i) => ({
    number: values[i * 2] as number,
    size: values[i * 2 + 1] as number,
  }));
}

/** Encodes the bounds as `[key, id, key, id …]`, beginning with the second bucket. */
export const encodeBounds = (buckets: Bucket[]): string =>
  JSON.stringify(buckets.slice(1).flatMap(({ low }) => [low?.key, low?.id]));

export function decodeBounds(text: string): (Position | undefined)[] {
  const values = JSON.parse(text) as (string | number)[];
  const bounds: (Position | undefined)[] = [undefined];
  for (let i = 0; i < values.length; i += 2)
    bounds.push({ key: values[i] as Position['key'], id: values[i + 1] as string });
  return bounds;
}

/** Finds the index of the bucket whose range contains a position. */
export function locate(bounds: (Position | undefined)[], position: Position): number {
  let from = 0;
  let to = bounds.length - 1;
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (comparePositions(bounds[middle] as Position, position) <= 0) from = middle;
    else to = middle - 1;
  }
  return from;
}
