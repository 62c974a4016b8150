import { statement } from '../statements/statement.ts';

/** Without the write-ahead log, which stays under 64 MB. */
export const sqliteSize = statement<object, { bytes: number }>(
  'select p.page_count * s.page_size as bytes from pragma_page_count() p, pragma_page_size() s',
);
