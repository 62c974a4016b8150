import type { ByteRange } from '../../platform/storage/index.ts';

/** An uploaded file. `open` reads all of it or a range; only one reading may be open at a time. */
export interface ReadableFile {
  name: string;
  bytes: number;
  open: (range?: ByteRange) => AsyncIterable<Uint8Array>;
}

/** A file within a zip or tar archive. Its content is readable until the next member is asked for. */
export interface ArchiveMember {
  /** Segments joined by `/`, none of them empty, `.` or `..`. The path is only compared, never opened on disk. */
  path: string;
  /** The size that the archive states. The content is never longer. */
  bytes: number;
  content: () => AsyncIterable<Uint8Array>;
}

const pathLengthMax = 1_000;

/** Returns undefined for a path that leads out of the archive, which no product writes. */
export function cleanPath(written: string): string | undefined {
  const path = written.replaceAll('\\', '/');
  if (path.length > pathLengthMax || path.includes('\0') || /^(?:\/|[A-Za-z]:)/.test(path)) return undefined;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? undefined : parts.join('/');
}
