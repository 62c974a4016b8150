/** What strangers send: nothing in it is known to be there, or to be what it should be. */
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

/** What is nested without end can be read, but writing it again would exhaust the stack. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depthMax) return true;
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const inner of Array.isArray(one) ? one : Object.values(one))
        if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return false;
}

/** What stands at the path; only what the payload itself holds, never what objects inherit. */
export function valueAt(value: unknown, ...path: string[]): unknown {
  let here = value;
  for (const name of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined;
    here = (here as Payload)[name];
  }
  return here;
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

/** A whole number that is no nonsense, such as that of an issue; PostgreSQL keeps it in 32 bits. */
export function numberAt(value: unknown, ...path: string[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'number' && Number.isInteger(found) && found >= 0 && found <= numberMax
    ? found
    : undefined;
}

/** An id, whether the code host counts or writes it. */
export function idAt(value: unknown, ...path: string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'number' ? String(found) : textAt(value, ...path)?.slice(0, 100);
}

/** A moment, written as text or, as some hosts do, in milliseconds. */
export function timeAt(value: unknown, ...path: string[]): number | undefined {
  const found = valueAt(value, ...path);
  const at = typeof found === 'number' ? found : Date.parse(textAt(value, ...path) ?? '');
  return Number.isSafeInteger(at) ? at : undefined;
}

/** Only addresses that a person may click: no `javascript:`, no `data:`. */
export function urlAt(value: unknown, ...path: string[]): string | undefined {
  const text = textAt(value, ...path);
  return text && text.length <= 2_000 && /^https?:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text)
    ? text
    : undefined;
}

/** One line without control characters, as titles and names are shown. */
export function lineOf(text: string, lengthMax: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1).trimEnd()}…`.toWellFormed();
}
