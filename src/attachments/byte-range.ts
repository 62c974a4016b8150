import type { ByteRange } from '../platform/storage/index.ts';

/**
 * The part of a file that a Range header requests; undefined is the whole file. Several ranges and malformed headers also
 * get the whole file: RFC 9110 lets a server ignore the header.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'not satisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? undefined : lastBytes(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size - 1 : Number(last);
  if (last !== '' && end < start) return undefined;
  return start < size ? { start, end: Math.min(end, size - 1) } : 'not satisfiable';
}

function lastBytes(count: number, size: number): ByteRange | 'not satisfiable' {
  if (count === 0 || size === 0) return 'not satisfiable';
  return { start: Math.max(0, size - count), end: size - 1 };
}
