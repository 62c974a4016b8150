import type { TSchema } from 'typebox';
import { nullable } from '../field-schemas.ts';
import type { Page } from '../paging.ts';
import { Type } from '../schema.ts';

const Pagination = Type.Object(
  {
    page: Type.Number({ description: 'Always 1 for a page that was requested by a cursor' }),
    limit: Type.Number(),
    total: Type.Number(),
    totalPages: Type.Number(),
    nextCursor: nullable(
      Type.String({ description: 'The `cursor` of the next page; null on the last page' }),
    ),
  },
  {
    title: 'Pagination',
    examples: [{ page: 1, limit: 20, total: 1, totalPages: 1, nextCursor: null }],
  },
);

export const listOf = (item: TSchema) => Type.Object({ data: Type.Array(item), pagination: Pagination });

export const dataOf = (item: TSchema) => Type.Object({ data: item });

export function presentPage<T>(
  data: T[],
  total: number,
  { page, limit }: Page,
  nextCursor: string | null = null,
) {
  return { data, pagination: { page, limit, total, totalPages: Math.ceil(total / limit), nextCursor } };
}

/** A list without pages, in the shape of the lists that have them. */
export const presentWholeList = <T>(data: T[]) =>
  presentPage(data, data.length, { page: 1, limit: Math.max(data.length, 1), offset: 0 });
