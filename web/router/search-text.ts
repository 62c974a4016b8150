/** The search part of an address. Anybody can write one, so every reader checks what it takes from it. */
export type Search = Readonly<Record<string, unknown>>;

/** A text that begins like this can be JSON. */
const jsonStart = /^(?:["[{\d-]|true$|false$|null$)/;

/** Values that are JSON are read as such: `?new=true&page=2`. A repeated name becomes a list. */
export function parseSearch(text: string): Search {
  const found: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const read = readValue(value);
    const before = found[name];
    found[name] = Object.hasOwn(found, name)
      ? Array.isArray(before)
        ? [...before, read]
        : [before, read]
      : read;
  }
  return found;
}

/** The opposite of `parseSearch`, with its `?`. Names without a value are left out. */
export function stringifySearch(search: Search): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) parts.append(name, writeValue(value));
  }
  // Lists of values are readable in the address bar: a comma needs no escape there.
  const text = parts.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

function readValue(value: string): unknown {
  if (!jsonStart.test(value)) return value;
  try {
    const read: unknown = JSON.parse(value);
    // A long number would lose digits.
    return typeof read === 'number' && String(read) !== value ? value : read;
  } catch {
    return value;
  }
}

function writeValue(value: unknown): string {
  if (typeof value === 'string') return readValue(value) === value ? value : JSON.stringify(value);
  return JSON.stringify(value);
}
