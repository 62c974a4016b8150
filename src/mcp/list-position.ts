import { decodeCursor, encodeCursor, invalidCursor } from '../platform/cursor.ts';
import { type Page, parsePage, type SortValues } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';

/** The input field of every tool that lists. */
export const cursorInput = {
  cursor: Type.Optional(Type.String({ description: 'nextCursor' })),
};

interface ListPosition {
  page: Page;
  /** The `nextCursor` of the output; empty where nothing follows. */
  nextCursorAfter(next: SortValues | undefined): { nextCursor?: string };
}

/** The position in its list at which a tool starts, from `limit` and `cursor`. The other fields are filters. */
export function parsePosition(
  tool: string,
  input: { limit: number; cursor?: string | undefined; [filter: string]: unknown },
): ListPosition {
  const list = { name: tool, params: {}, query: input };
  const after = input.cursor === undefined ? undefined : decodeCursor(list, input.cursor);
  if (input.cursor !== undefined && !after) throw invalidCursor();
  return {
    page: parsePage({ limit: input.limit }, after),
    nextCursorAfter: (next) => (next ? { nextCursor: encodeCursor(list, next) } : {}),
  };
}
