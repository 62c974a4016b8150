import type { TSchema } from 'typebox';
import { Type } from '../schema.ts';

const limitMax = 100;
// Past any real page, and small enough that it and the offset stay exact numbers.
const pageMax = 1_000_000_000;

export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'Which page, from 1', default: 1 })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Items on a page; more than 100 is taken as 100', default: 20 }),
  ),
};

export interface Page {
  page: number;
  limit: number;
  offset: number;
}

export function parsePage(query: { page?: number | undefined; limit?: number | undefined }): Page {
  const page = Math.min(query.page ?? 1, pageMax);
  const limit = Math.min(query.limit ?? 20, limitMax);
  return { page, limit, offset: (page - 1) * limit };
}

const Pagination = Type.Object(
  { page: Type.Number(), limit: Type.Number(), total: Type.Number(), totalPages: Type.Number() },
  { title: 'Pagination', examples: [{ page: 1, limit: 20, total: 1, totalPages: 1 }] },
);

export const listOf = (item: TSchema) => Type.Object({ data: Type.Array(item), pagination: Pagination });

export const oneOf = (item: TSchema) => Type.Object({ data: item });

export function presentPage<T>(data: T[], total: number, { page, limit }: Page) {
  return { data, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
}
