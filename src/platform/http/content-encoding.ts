import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';

export interface ContentEncoding {
  name: 'zstd' | 'br' | 'gzip';
  /** Encodes on this thread. */
  encodeSync(body: string | Buffer): Buffer;
  /** Encodes in the thread pool. */
  encode(body: string | Buffer): Promise<Buffer>;
  newStream(): Transform;
}

/** Larger pieces than the default of 16 kB, so that a long answer costs the main thread fewer callbacks. */
const chunkSize = 64 * 1024;

const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzip = { level: 6 };
// Streams are long, and their client waits for the slowest part. The sync of 112,000 tickets (15 MB) takes 64 ms and becomes
// 33.4 bytes a ticket with zstd 1, 151 ms and 34.9 bytes with zstd 3; 159 ms and 37.7 bytes with gzip 1, 212 ms and 35.8 bytes
// with gzip 3. Brotli 4 takes three times as long as brotli 3 and makes it 5 % smaller.
const streamedZstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const streamedBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
const streamedGzip = { level: 1 };

/**
 * The server's preference among what a client accepts equally. A list of 100 tickets (94 kB) takes 0.4 ms and becomes
 * 15.6 kB with zstd 3, 1.3 ms and 14.7 kB with brotli 4, 1.5 ms and 15.6 kB with gzip 6 (level 4: 1.2 ms, 17.6 kB).
 */
const contentEncodings: readonly ContentEncoding[] = [
  {
    name: 'zstd',
    encodeSync: (body) => zlib.zstdCompressSync(body, zstd),
    encode: withOptions(promisify(zlib.zstdCompress), zstd),
    newStream: () => zlib.createZstdCompress({ ...streamedZstd, chunkSize }),
  },
  {
    name: 'br',
    encodeSync: (body) => zlib.brotliCompressSync(body, brotli),
    encode: withOptions(promisify(zlib.brotliCompress), brotli),
    newStream: () => zlib.createBrotliCompress({ ...streamedBrotli, chunkSize }),
  },
  {
    name: 'gzip',
    encodeSync: (body) => zlib.gzipSync(body, gzip),
    encode: withOptions(promisify(zlib.gzip), gzip),
    newStream: () => zlib.createGzip({ ...streamedGzip, chunkSize }),
  },
];

function withOptions<O>(
  encode: (body: string | Buffer, options: O) => Promise<Buffer>,
  options: O,
): ContentEncoding['encode'] {
  return (body) => encode(body, options);
}

export const chooseEncoding = (header: string | string[] | undefined): ContentEncoding | undefined =>
  chooseAmong(contentEncodings, header);

/**
 * Reads Accept-Encoding with its q-values; undefined means that the answer goes out as it is. The first of several
 * encodings that the client accepts equally wins.
 */
export function chooseAmong<E extends { name: string }>(
  encodings: readonly E[],
  header: string | string[] | undefined,
): E | undefined {
  if (header === undefined) return undefined;
  const qualityByName = parseQualities(String(header));
  // RFC 9110: what no entry names is not acceptable, except the answer as it is, which then is the least preferred.
  const plain = qualityByName('identity') ?? 0;
  let best: { encoding: E | undefined; quality: number } = {
    encoding: undefined,
    quality: plain,
  };
  for (const encoding of encodings) {
    const quality = qualityByName(encoding.name) ?? 0;
    const isBetter = quality > best.quality || (quality === best.quality && best.encoding === undefined);
    if (quality > 0 && isBetter) best = { encoding, quality };
  }
  return best.encoding;
}

const entryPattern = /^([\w*-]+)(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/i;

function parseQualities(header: string): (name: string) => number | undefined {
  const qualities = new Map<string, number>();
  for (const entry of header.split(',')) {
    const [, name, quality] = entryPattern.exec(entry.trim()) ?? [];
    if (name !== undefined) qualities.set(name.toLowerCase(), quality === undefined ? 1 : Number(quality));
  }
  return (name) => qualities.get(name) ?? qualities.get('*');
}
