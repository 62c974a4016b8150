import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);

/** Level 3 takes a third of the time of the default and leaves 10 % more bytes. */
export const compress = (content: string | Uint8Array): Promise<Buffer> => gzipAsync(content, { level: 3 });

/** Fails if there are more than `bytesMax` bytes, without producing them. */
export const decompress = (content: Uint8Array, bytesMax: number): Promise<Buffer> =>
  gunzipAsync(content, { maxOutputLength: Math.max(1, bytesMax) });
