import { parse } from 'node:querystring';

/**
 * Drops empty values (`?status=` is no filter) and joins repeated ones (`?status=todo&status=done` is `todo,done`). Removes NUL,
 * which PostgreSQL cannot store, and trims.
 */
export function parseQueryString(text: string): Record<string, string> {
  const query: Record<string, string> = {};
  if (text === '') return query;
  for (const [name, value] of Object.entries(parse(text))) {
    const joined = Array.isArray(value) ? value.join(',') : (value ?? '');
    const clean = joined.replaceAll('\0', '').trim();
    if (clean !== '') query[name] = clean;
  }
  return query;
}
