import type { ByteRange } from '../../platform/storage/index.ts';

/** An uploaded file. `open` reads it from its beginning, or a part of it; only one reading is open at a time. */
export interface ReadableFile {
  name: string;
  bytes: number;
  open: (range?: ByteRange) => AsyncIterable<Uint8Array>;
}

/** A file within a zip or tar archive. Its content can be read until the next member is asked for. */
export interface ArchiveMember {
  /** Parts joined by `/`, none of them empty, `.` or `..`. It is compared, and never used as a path on disk. */
  path: string;
  /** As the archive says; the content never has more. */
  bytes: number;
  content: () => AsyncIterable<Uint8Array>;
}

const pathLengthMax = 1_000;

/** Undefined for a path that leads out of the archive, which no product writes. */
export function cleanPath(written: string): string | undefined {
  const path = written.replaceAll('\\', '/');
  if (path.length > pathLengthMax || path.includes('\0') || /^(?:\/|[A-Za-z]:)/.test(path)) return undefined;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? undefined : parts.join('/');
}
