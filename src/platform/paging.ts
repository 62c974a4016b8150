import { Type } from './schema.ts';

const limitMax = 100;
// Larger than any real page number; `page * limit` stays an exact integer in a JavaScript number.
const pageMax = 1_000_000_000;

export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'Which page, from 1', default: 1 })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Items on a page; more than 100 is taken as 100', default: 20 }),
  ),
  cursor: Type.Optional(
    Type.String({
      description:
        'The `nextCursor` of the previous page, instead of `page`: no item is missed or repeated while others are added or removed',
    }),
  ),
};

/** The values of a list's sort keys in one of its rows. They determine its position, because the last key is unique. */
export type SortValues = readonly (string | number)[];

/** The sort value of a row that has none. Such rows come last in both directions. */
export const absentSortValue = Number.MAX_SAFE_INTEGER;

export interface Page {
  page: number;
  limit: number;
  offset: number;
  /** The page starts after the row with these values; `page` and `offset` are then those of the first page. */
  after?: SortValues;
}

/** What a list returns for a page. `next`: the sort values of the last row, if more rows follow it. */
export interface ListedRows<Row> {
  rows: Row[];
  total: number;
  next: SortValues | undefined;
  /** The limit to answer with, where it is not that of the request. */
  limit?: number;
}

export function parsePage(
  query: { page?: number | undefined; limit?: number | undefined },
  after?: SortValues,
): Page {
  const limit = Math.min(query.limit ?? 20, limitMax);
  if (after) return { page: 1, limit, offset: 0, after };
  const page = Math.min(query.page ?? 1, pageMax);
  return { page, limit, offset: (page - 1) * limit };
}
