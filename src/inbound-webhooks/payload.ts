/** Untrusted input: any field may be missing or have any type. */
export type Payload = Record<string, unknown>;

const isObject = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parsePayload(bytes: Buffer): Payload | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return isObject(value) && !isTooDeep(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const depthMax = 100;

/** JSON.parse accepts any depth, but JSON.stringify of a deep value overflows the stack. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depthMax) return true;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const inner of Array.isArray(item) ? item : Object.values(item))
        if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return false;
}

/** The value at the path. Inherited properties such as `constructor` are not found. */
export function valueAt(value: unknown, ...path: string[]): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Payload)[name];
  }
  return current;
}

export function objectAt(value: unknown, ...path: string[]): Payload {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : {};
}

export function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function textAt(value: unknown, ...path: string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'string' && found !== '' ? found.replaceAll('\0', '') : undefined;
}

const numberMax = 2 ** 31 - 1;

/** The texts of the lists with these names; undefined without any of the lists. */
export function textsAt(value: unknown, names: readonly string[], countMax: number): string[] | undefined {
  if (!names.some((name) => Array.isArray(valueAt(value, name)))) return undefined;
  const all = names.flatMap((name) => listAt(value, name));
  return all
    .slice(0, countMax)
    .flatMap((item) => (typeof item === 'string' ? item.replaceAll('\0', '') : []));
}

/** A non-negative integer, such as an issue number. PostgreSQL stores it in 32 bits. */
export function numberAt(value: unknown, ...path: string[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'number' && Number.isInteger(found) && found >= 0 && found <= numberMax
    ? found
    : undefined;
}

/** An id that the code host sends as a number or as text. */
export function idAt(value: unknown, ...path: string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'number' ? String(found) : textAt(value, ...path)?.slice(0, 100);
}

/** A time that the code host sends as text or in milliseconds since the epoch. */
export function timeAt(value: unknown, ...path: string[]): number | undefined {
  const found = valueAt(value, ...path);
  const at = typeof found === 'number' ? found : Date.parse(textAt(value, ...path) ?? '');
  return Number.isSafeInteger(at) ? at : undefined;
}

/** Only http and https URLs are safe to show as a link; `javascript:` and `data:` are not. */
export function urlAt(value: unknown, ...path: string[]): string | undefined {
  const text = textAt(value, ...path);
  return text && text.length <= 2_000 && /^https?:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text)
    ? text
    : undefined;
}

/** Replaces control and bidirectional characters by spaces and limits the length, for titles and names. */
export function toSingleLine(text: string, lengthMax: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1).trimEnd()}…`.toWellFormed();
}
