import { isUtf8 } from 'node:buffer';

/** Paths in git are bytes. Bytes that are not UTF-8 are written as `\xNN`, so that two paths never look the same. */
export function printablePath(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOfCharacter(bytes, at);
    text +=
      length > 0
        ? bytes.toString('utf8', at, at + length)
        : `\\x${(bytes[at] as number).toString(16).padStart(2, '0')}`;
    at += Math.max(length, 1);
  }
  return text;
}

/** 0 if no valid character starts at the position. */
function lengthOfCharacter(bytes: Buffer, at: number): number {
  const first = bytes[at] as number;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
