/** Real answers have at most 700,000 values (a tree of 100,000 files) and 10 levels. */
const valuesMax = 1_000_000;
const depthMax = 100;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Parses a JSON object or array; undefined if it is neither, or has more values or levels than any real answer. A few MB of
 * `[{},{},…]` would take hundreds of MB as objects, so they are counted before they are made.
 */
export function parseAnswer(bytes: Buffer): object | undefined {
  if (!isWithinLimits(bytes)) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isWithinLimits(bytes: Buffer): boolean {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      at = findEndOfString(bytes, at + 1);
    } else if (byte === comma) {
      if (++values > valuesMax) return false;
    } else if (opening.has(byte)) {
      if (++depth > depthMax || ++values > valuesMax) return false;
    } else if (closing.has(byte)) depth--;
  }
  return true;
}

/** The position of the closing quote; the length of the text if there is none. */
function findEndOfString(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
