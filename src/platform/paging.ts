import { Type } from './schema.ts';

const limitMax = 100;
// Larger than any real page number; `page * limit` stays an exact integer in a JavaScript number.
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
