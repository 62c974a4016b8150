import type { TSchema } from 'typebox';
import type { Page } from '../paging.ts';
import { Type } from '../schema.ts';

const Pagination = Type.Object(
  { page: Type.Number(), limit: Type.Number(), total: Type.Number(), totalPages: Type.Number() },
  { title: 'Pagination', examples: [{ page: 1, limit: 20, total: 1, totalPages: 1 }] },
);

export const listOf = (item: TSchema) => Type.Object({ data: Type.Array(item), pagination: Pagination });

export const dataOf = (item: TSchema) => Type.Object({ data: item });

export function presentPage<T>(data: T[], total: number, { page, limit }: Page) {
  return { data, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
}

/** A list without pages, in the shape of the lists that have them. */
export const presentWholeList = <T>(data: T[]) =>
  presentPage(data, data.length, { page: 1, limit: Math.max(data.length, 1), offset: 0 });
