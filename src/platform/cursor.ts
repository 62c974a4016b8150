import { hashText } from './crypto.ts';
import { invalid } from './errors.ts';
import type { SortValues } from './paging.ts';

const version = 1;
const tagLength = 12;

/** Identifies a list from page to page: which list it is, of what, and the filters and sort order. */
export interface ListIdentity {
  name: string;
  params: object;
  query: object;
}

/**
 * A cursor is the base64url text of `[version, tag, ...values]`. The tag is a hash of the list's identity and the values: it
 * detects damage and the cursor of another list. It is no signature, because a forged position shows only rows that the
 * caller may see anyway.
 */
export function encodeCursor(list: ListIdentity, values: SortValues): string {
  return Buffer.from(JSON.stringify([version, cursorTag(list, values), ...values])).toString('base64url');
}

/** Returns undefined unless `encodeCursor` made the text for this list. */
export function decodeCursor(list: ListIdentity, text: string): SortValues | undefined {
  const [, , ...values] = parseArray(Buffer.from(text, 'base64url').toString());
  return areSortValues(values) && encodeCursor(list, values) === text ? values : undefined;
}

export const invalidCursor = () =>
  invalid({ cursor: ['Cursor is not valid for this list. Start again without a cursor.'] });

function parseArray(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** PostgreSQL cannot compare with a text that contains NUL. */
const isSortValue = (value: unknown): value is string | number =>
  typeof value === 'string' ? !value.includes('\0') : Number.isSafeInteger(value);

const areSortValues = (values: unknown[]): values is (string | number)[] =>
  values.length > 0 && values.every(isSortValue);

function cursorTag({ name, params, query }: ListIdentity, values: SortValues): string {
  const { page: _, limit: __, cursor: ___, ...filters } = query as Record<string, unknown>;
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return hashText(JSON.stringify([name, params, sorted, values])).slice(0, tagLength);
}
