import { type BigIntStats, closeSync, openSync, readSync, statSync } from 'node:fs';
import { repeat } from '../../timer.ts';
import { DatabaseUnavailable } from '../database.ts';
import { applicationId } from './file.ts';

const checkEveryMs = 1_000;
const headerBytes = 100;
const readsMax = 5;

/**
 * Notices that the file of an open database or its write-ahead log was deleted or replaced, or that the file was
 * truncated or overwritten in place. SQLite would continue to write into files that nobody finds again, or between the
 * pages of another file. This process cannot recover what is lost then, so it must end.
 */
export class FileIdentity {
  readonly #file: string;
  readonly #log: string;
  readonly #known = new Map<string, BigIntStats>();
  /** Stays open while SQLite uses the file: closing it would drop SQLite's locks, which belong to the process. */
  readonly #descriptor: number;
  #header: Buffer;
  #bytes = 0n;
  /** Ends the checks. */
  readonly stop: () => void;
  #onLost: (error: DatabaseUnavailable) => void = () => {};
  /** Resolves if the file is lost. */
  readonly lost = new Promise<DatabaseUnavailable>((resolve) => {
    this.#onLost = resolve;
  });

  constructor(file: string) {
    this.#file = file;
    this.#log = `${file}-wal`;
    this.#descriptor = openSync(file, 'r');
    this.#header = this.#readHeader();
    this.#find();
    this.stop = repeat(checkEveryMs, () => this.#find());
  }

  /** Called after a commit, before it is acknowledged. */
  assertSame(): void {
    const error = this.#find();
    if (error) throw error;
  }

  /** Called after SQLite has closed the file. */
  close(): void {
    closeSync(this.#descriptor);
  }

  #find(): DatabaseUnavailable | undefined {
    const loss = this.#findLoss();
    if (!loss) return undefined;
    const error = new DatabaseUnavailable(`${loss} while Docket was using it`);
    this.#onLost(error);
    return error;
  }

  #findLoss(): string | undefined {
    const changed = [this.#file, this.#log].find((file) => !this.#isSame(file));
    if (changed) return `${changed} was deleted or replaced`;
    return this.#isIntact() ? undefined : `${this.#file} was cut off or overwritten`;
  }

  #isSame(file: string): boolean {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    const known = this.#known.get(file);
    if (known && (stats?.ino !== known.ino || stats.dev !== known.dev)) return false;
    // The log file exists only after the first change.
    if (stats) this.#known.set(file, stats);
    return true;
  }

  #isIntact(): boolean {
    const bytes = this.#known.get(this.#file)?.size ?? 0n;
    let last: Buffer | undefined;
    for (let reads = 0; reads < readsMax; reads++) {
      const header = this.#readHeader();
      const isShort = bytes < this.#bytes && bytes < contentBytes(header);
      if (!isShort && (header.equals(this.#header) || isSuccessor(header, this.#header))) {
        this.#header = header;
        this.#bytes = bytes;
        return true;
      }
      // A checkpoint may write the header during the read, so two reads must agree.
      if (last && header.equals(last)) return false;
      last = header;
    }
    return true;
  }

  #readHeader(): Buffer {
    const header = Buffer.alloc(headerBytes);
    readSync(this.#descriptor, header, 0, headerBytes, 0);
    return header;
  }
}

// Offsets of https://www.sqlite.org/fileformat.html#the_database_header
const magicAndPageSize = (header: Buffer) => header.subarray(0, 18);
const changeCounter = (header: Buffer) => header.readUInt32BE(24);
const contentBytes = (header: Buffer) => BigInt(header.readUInt32BE(28)) * BigInt(pageBytes(header));
const pageBytes = (header: Buffer) => (header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16));
const owner = (header: Buffer) => header.readUInt32BE(68);

/** True if a checkpoint of the same database can have written this header after the other: its counter only grows. */
function isSuccessor(header: Buffer, former: Buffer): boolean {
  const steps = (changeCounter(header) - changeCounter(former)) | 0;
  return (
    magicAndPageSize(header).equals(magicAndPageSize(former)) &&
    [owner(former), applicationId].includes(owner(header)) &&
    steps >= 0
  );
}
