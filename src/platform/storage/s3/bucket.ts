import type { Readable } from 'node:stream';
import type { ByteRange } from '../storage.ts';
import { openObject } from './resuming-read.ts';
import { formatS3Address, type S3Address } from './s3-address.ts';
import { newS3Connection, type S3Connection, type S3Settings } from './s3-connection.ts';
import { isNotImplemented, translateS3Error } from './s3-errors.ts';
import { S3Upload } from './s3-upload.ts';

export interface UnfinishedUpload {
  name: string;
  uploadId: string;
  startedAt: number;
}

/** Objects of one bucket below one prefix. Every failure is a `StorageUnavailable`. */
export interface Bucket {
  /** `s3://bucket/prefix/`, for messages. */
  readonly location: string;
  /** An object of unknown length that appears when it is finished. */
  openUpload(name: string, options?: { partBytes?: number }): Promise<BucketUpload>;
  /** Undefined if there is no such object. The caller must read or destroy the stream. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined>;
  findBytes(name: string): Promise<number | undefined>;
  delete(name: string): Promise<void>;
  list(): AsyncIterable<{ name: string; bytes: number }>;
  /** What uploads that were killed have left, and those that run. */
  listUnfinished(): AsyncIterable<UnfinishedUpload>;
  discardUnfinished(upload: UnfinishedUpload): Promise<void>;
  /** Throws if the bucket does not answer, does not exist or refuses the credentials. */
  assertReachable(): Promise<void>;
}

export interface BucketUpload {
  write(chunk: Uint8Array): Promise<void>;
  finish(): Promise<{ bytes: number; sha256: string }>;
  abort(): Promise<void>;
}

export function openBucket(address: S3Address, settings: S3Settings, keysPerPage = 1_000): Bucket {
  const location = formatS3Address(address);
  const { bucket, prefix } = address;
  const connect = newS3Connection(settings);
  const run = async <T>(work: (connection: S3Connection) => Promise<T>): Promise<T> => {
    try {
      return await work(await connect());
    } catch (error) {
      throw translateS3Error(error, location);
    }
  };
  const objectKey = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  const pages = { Bucket: bucket, Prefix: prefix };
  return {
    location,
    openUpload: async (name, options) => {
      const upload = new S3Upload(await connect(), { bucket, key: prefix + name, ...options });
      return {
        write: (chunk) => run(() => upload.write(chunk)),
        finish: () => run(() => upload.finish()),
        abort: () => upload.abort(),
      };
    },
    open: (name, range) =>
      run((connection) => openObject(connection, { bucket, key: prefix + name, location }, range)),
    findBytes: (name) =>
      // HeadObject has no body, so a missing bucket would look like a missing object.
      run(async ({ sdk, client }) => {
        const input = { Bucket: bucket, Prefix: prefix + name, MaxKeys: 1 };
        const [found] = (await client.send(new sdk.ListObjectsV2Command(input))).Contents ?? [];
        return found?.Key === prefix + name ? (found.Size ?? 0) : undefined;
      }),
    delete: (name) =>
      run(async ({ sdk, client }) => void (await client.send(new sdk.DeleteObjectCommand(objectKey(name))))),
    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const input = { ...pages, MaxKeys: keysPerPage, ContinuationToken };
        const page = await run(({ sdk, client }) => client.send(new sdk.ListObjectsV2Command(input)));
        for (const { Key = '', Size = 0 } of page.Contents ?? [])
          yield { name: Key.slice(prefix.length), bytes: Size };
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    async *listUnfinished() {
      let KeyMarker: string | undefined;
      let UploadIdMarker: string | undefined;
      do {
        const input = { ...pages, MaxUploads: keysPerPage, KeyMarker, UploadIdMarker };
        const page = await run(({ sdk, client }) =>
          client.send(new sdk.ListMultipartUploadsCommand(input)).catch((error: unknown) => {
            if (isNotImplemented(error)) return undefined;
            throw error;
          }),
        );
        for (const { Key = '', UploadId = '', Initiated } of page?.Uploads ?? [])
          yield { name: Key.slice(prefix.length), uploadId: UploadId, startedAt: Number(Initiated ?? 0) };
        KeyMarker = page?.IsTruncated ? page.NextKeyMarker : undefined;
        UploadIdMarker = page?.NextUploadIdMarker;
      } while (KeyMarker !== undefined);
    },
    discardUnfinished: ({ name, uploadId }) =>
      run(async ({ sdk, client }) => {
        await client.send(new sdk.AbortMultipartUploadCommand({ ...objectKey(name), UploadId: uploadId }));
      }),
    assertReachable: () =>
      // Unlike HeadBucket, whose answer has no body, a list says what is wrong.
      run(async ({ sdk, client }) => {
        await client.send(new sdk.ListObjectsV2Command({ ...pages, MaxKeys: 1 }));
      }),
  };
}
