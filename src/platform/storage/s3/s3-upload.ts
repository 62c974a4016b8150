import { createHash } from 'node:crypto';
import type { S3Connection } from './s3-connection.ts';
import { isNoSuchUpload } from './s3-errors.ts';

// S3 allows no smaller part but the last. Some servers want all parts of an upload to have one size.
const partBytesMin = 5 * 1024 ** 2;
const partsMax = 10_000;
const firstBufferBytes = 64 * 1024;

export interface UploadTarget {
  bucket: string;
  key: string;
  /** Whole parts are this long, and two of them are in memory: one that is sent and one that is filled. */
  partBytes?: number;
}

/**
 * Writes an object of unknown length. Nobody sees it before `finish`.
 *
 * | state     | event                    | next state                                                       |
 * |-----------|--------------------------|------------------------------------------------------------------|
 * | small     | finish                   | done, by one PutObject                                           |
 * | small     | a part is full           | multipart: the part is sent while the next one is filled         |
 * | multipart | a part is full           | multipart, after the part before it arrived                      |
 * | multipart | finish                   | done, by CompleteMultipartUpload                                 |
 * | any       | abort                    | gone. If S3 cannot be reached, the parts stay as an unfinished upload |
 */
export class S3Upload {
  readonly #connection: S3Connection;
  readonly #target: { Bucket: string; Key: string };
  readonly #partBytes: number;
  readonly #aborting = new AbortController();
  readonly #hash = createHash('sha256');
  readonly #parts: { PartNumber: number; ETag: string | undefined }[] = [];
  #buffer = Buffer.allocUnsafe(firstBufferBytes);
  #filled = 0;
  #bytes = 0;
  #uploadId: string | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(connection: S3Connection, { bucket, key, partBytes = partBytesMin }: UploadTarget) {
    this.#connection = connection;
    this.#target = { Bucket: bucket, Key: key };
    this.#partBytes = partBytes;
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, this.#partBytes - this.#filled);
      this.#append(taken);
      rest = rest.subarray(taken.length);
      if (this.#filled === this.#partBytes) await this.#sendPart();
    }
  }

  async finish(): Promise<{ bytes: number; sha256: string }> {
    if (this.#uploadId === undefined) await this.#putWhole();
    else await this.#complete(this.#uploadId);
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  async abort(): Promise<void> {
    this.#aborting.abort();
    await this.#sending.catch(() => {});
    if (this.#uploadId === undefined) return;
    const { sdk, client } = this.#connection;
    const input = { ...this.#target, UploadId: this.#uploadId };
    await client.send(new sdk.AbortMultipartUploadCommand(input)).catch(() => {});
  }

  /** Copies: a client that sends single bytes would otherwise cost a buffer for each. */
  #append(chunk: Uint8Array): void {
    const needed = this.#filled + chunk.length;
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.min(this.#partBytes, Math.max(needed, 2 * this.#buffer.length)));
      this.#buffer.copy(grown, 0, 0, this.#filled);
      this.#buffer = grown;
    }
    this.#buffer.set(chunk, this.#filled);
    this.#filled = needed;
  }

  async #sendPart(): Promise<void> {
    const { sdk, client } = this.#connection;
    await this.#sending;
    if (this.#uploadId === undefined) {
      const command = new sdk.CreateMultipartUploadCommand(this.#target);
      this.#uploadId = (await client.send(command, this.#options())).UploadId;
    }
    const part = { PartNumber: this.#parts.length + 1, ETag: undefined as string | undefined };
    if (part.PartNumber > partsMax)
      throw new Error(`The object is larger than ${partsMax} parts of ${this.#partBytes} bytes`);
    this.#parts.push(part);
    const body = this.#takeBuffer();
    const input = {
      ...this.#target,
      ...bodyWithHash(body),
      UploadId: this.#uploadId,
      PartNumber: part.PartNumber,
    };
    this.#sending = client.send(new sdk.UploadPartCommand(input), this.#options()).then(({ ETag }) => {
      part.ETag = ETag;
    });
    // Awaited with the next part; a failure meanwhile must not count as unhandled.
    this.#sending.catch(() => {});
  }

  async #complete(uploadId: string): Promise<void> {
    if (this.#filled > 0) await this.#sendPart();
    await this.#sending;
    const { sdk, client } = this.#connection;
    const input = { ...this.#target, UploadId: uploadId, MultipartUpload: { Parts: this.#parts } };
    try {
      await client.send(new sdk.CompleteMultipartUploadCommand(input), this.#options());
    } catch (error) {
      // The answer to a first attempt was lost, and the SDK repeated the request.
      if (isNoSuchUpload(error) && (await this.#isThere())) return;
      throw error;
    }
  }

  async #isThere(): Promise<boolean> {
    const { sdk, client } = this.#connection;
    const { ContentLength } = await client.send(new sdk.HeadObjectCommand(this.#target));
    return ContentLength === this.#bytes;
  }

  async #putWhole(): Promise<void> {
    const { sdk, client } = this.#connection;
    const input = { ...this.#target, ...bodyWithHash(this.#takeBuffer()) };
    await client.send(new sdk.PutObjectCommand(input), this.#options());
  }

  #takeBuffer(): Buffer {
    const taken = this.#buffer.subarray(0, this.#filled);
    this.#buffer = Buffer.allocUnsafe(firstBufferBytes);
    this.#filled = 0;
    return taken;
  }

  #options = () => ({ abortSignal: this.#aborting.signal });
}

const bodyWithHash = (body: Buffer) => ({
  Body: body,
  ContentLength: body.length,
  ContentMD5: createHash('md5').update(body).digest('base64'),
});
