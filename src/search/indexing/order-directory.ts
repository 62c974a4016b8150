import { comparePositions, type Position } from './sort-orders.ts';

/**
 * A run of a sort order: the documents whose positions are from `low` up to the `low` of the next bucket. Within the
 * bucket they are in no order.
 */
export interface Bucket {
  number: number;
  size: number;
  /** Undefined for the first bucket. */
  low: Position | undefined;
}

const bytesPerBucket = 8;

export function encodeDirectory(buckets: Bucket[]): Uint8Array {
  const bytes = new Uint8Array(buckets.length * bytesPerBucket);
  const view = new DataView(bytes.buffer);
  for (const [i, { number, size }] of buckets.entries()) {
    view.setUint32(i * bytesPerBucket, number, true);
    view.setUint32(i * bytesPerBucket + 4, size, true);
  }
  return bytes;
}

export function decodeDirectory(bytes: Uint8Array): { number: number; size: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / bytesPerBucket }, (_, i) => ({
    number: view.getUint32(i * bytesPerBucket, true),
    size: view.getUint32(i * bytesPerBucket + 4, true),
  }));
}

/** As `[key, id, key, id …]`, beginning with the second bucket. */
export const encodeBounds = (buckets: Bucket[]): string =>
  JSON.stringify(buckets.slice(1).flatMap(({ low }) => [low?.key, low?.id]));

export function decodeBounds(text: string): (Position | undefined)[] {
  const values = JSON.parse(text) as (string | number)[];
  const bounds: (Position | undefined)[] = [undefined];
  for (let i = 0; i < values.length; i += 2)
    bounds.push({ key: values[i] as Position['key'], id: values[i + 1] as string });
  return bounds;
}

/** The index of the bucket whose range contains a position. */
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

/** The documents of a bucket are stored as four bytes each. */
export function encodeDocs(docs: number[]): Uint8Array {
  const bytes = new Uint8Array(docs.length * 4);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < docs.length; i++) view.setUint32(i * 4, docs[i] as number, true);
  return bytes;
}

export function decodeDocs(bytes: Uint8Array): Uint32Array {
  const docs = new Uint32Array(bytes.length / 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < docs.length; i++) docs[i] = view.getUint32(i * 4, true);
  return docs;
}
