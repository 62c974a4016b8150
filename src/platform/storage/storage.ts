import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Identifies the file. The storage generates it; no user input is part of it. */
  key: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Positions from 0; both ends are included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Stores files. storage-contract.test.ts tests every implementation against this contract. A storage that fails throws `StorageUnavailable`. */
export interface Storage {
  /** A path or `s3://bucket/prefix/`, for messages. */
  readonly location: string;
  /** Resolves when the file would survive a power failure. If the source fails, nothing is left of the file. */
  put(source: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Like `put`, for a file of another storage that keeps its key. It replaces a file with that key. */
  putAs(key: string, source: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Undefined if there is no such file. The caller must read or destroy the stream. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** The length of a file; undefined if there is no such file. */
  findBytes(key: string): Promise<number | undefined>;
  /** Succeeds if the file does not exist. */
  delete(key: string): Promise<void>;
  /** Throws if the storage does not answer, does not exist or refuses Docket. */
  assertReachable(): Promise<void>;
  /** All files in no particular order, including incomplete ones that a crash left. */
  list(): AsyncIterable<{ key: string; storedAt: number }>;
}
