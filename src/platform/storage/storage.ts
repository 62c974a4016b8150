import type { Readable } from 'node:stream';

export interface StoredFile {
  /** How the file is asked for later. Made here: nothing that a person wrote is part of it. */
  key: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Both ends count from 0 and belong to the range. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where files are kept, whatever keeps them. storage-contract.test.ts holds every implementation to this. */
export interface Storage {
  /** Resolves when the file would survive a loss of power. When the source fails, nothing is left of it. */
  put(source: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Undefined when there is no such file. Whoever opens a file reads or destroys the stream. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Also right when the file is gone already. */
  delete(key: string): Promise<void>;
  /** Everything there is, half-written files of a crash included, in no order. */
  list(): AsyncIterable<{ key: string; storedAt: number }>;
}
