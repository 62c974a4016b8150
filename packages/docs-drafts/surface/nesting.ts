/** Deeper than real code nests types, objects and blocks. */
const depthMax = 200;

/** A source that nests deeper than its reader may follow: the recursion would exhaust the stack. */
export class TooDeep extends Error {}

let depth = 0;

/** Runs one step of a recursive reader. Every function that calls itself, directly or through others, must use it. */
export function descend<T>(read: () => T): T {
  if (depth >= depthMax) throw new TooDeep();
  depth++;
  try {
    return read();
  } finally {
    depth--;
  }
}

/** True if the objects and lists of a JSON value nest too deep for recursive readers. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let reached = 0; level.length > 0; reached++) {
    if (reached > depthMax) return true;
    level = level.flatMap((one) => (one !== null && typeof one === 'object' ? Object.values(one) : []));
  }
  return false;
}
