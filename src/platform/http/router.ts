import type { FastifyInstance } from 'fastify';
import type { TProperties, TSchema } from 'typebox';
import { decodeCursor, encodeCursor, invalidCursor, type ListIdentity } from '../cursor.ts';
import { invalid, Refusal } from '../errors.ts';
import { type ListedRows, type Page, pageQuery, parsePage } from '../paging.ts';
import { Type } from '../schema.ts';
import { listOf, presentPage } from './data-envelope.ts';
import { deletedResponses, sendUnlessMinimal } from './deleted.ts';
import { linkToNext } from './next-link.ts';
import { type AnyRoute, type Endpoint, type Route, route, type TypedRequest } from './route.ts';

/** What the routes of a router have in common; a route can override it. */
type Shared = Pick<AnyRoute, 'tag' | 'access'> & Partial<Omit<Endpoint<never, never, never>, 'handle'>>;

type WithoutResponses<P extends TSchema, Q extends TSchema> = Omit<
  Endpoint<P, Q, TSchema>,
  'responses' | 'handle'
>;

interface List<P extends TSchema, Q extends TSchema, Row> extends WithoutResponses<P, Q> {
  /** `item` is the schema of what `present` returns. Without `present`, `list` returns such items. */
  response: { description: string; item: TSchema; extra?: TProperties; present?: (row: Row) => unknown };
  /** `extra`: fields of the response beside `data` and `pagination`. */
  list: (request: TypedRequest<P, Q, TSchema>, page: Page) => Promise<ListedRows<Row> & { extra?: object }>;
}

interface Deletion<P extends TSchema, Q extends TSchema> extends WithoutResponses<P, Q> {
  /** Default: the id of the deleted item. */
  responses?: AnyRoute['responses'];
  /** Returns the id of the deleted item, or the `data` of the response. */
  delete: (request: TypedRequest<P, Q, TSchema>) => Promise<string | object>;
}

/** Adds routes to a server, with a method per kind of route. */
export function newRouter(app: FastifyInstance, shared: Shared) {
  const adder =
    (method: AnyRoute['method']) =>
    <P extends TSchema, Q extends TSchema, B extends TSchema>(url: string, endpoint: Endpoint<P, Q, B>) =>
      route(app, { ...shared, ...endpoint, method, url } as Route<P, Q, B>);
  const get = adder('GET');
  const remove = adder('DELETE');

  return {
    get,
    post: adder('POST'),
    put: adder('PUT'),

    /** A GET route that returns a page of a list. */
    list<P extends TSchema, Q extends TSchema, Row>(url: string, definition: List<P, Q, Row>): void {
      const { response, list, ...endpoint } = definition;
      const { description, item, extra, present } = response;
      const schema = extra ? Type.Object({ ...listOf(item).properties, ...extra }) : listOf(item);
      get<P, Q, TSchema>(url, {
        query: Type.Object(pageQuery) as TSchema as Q,
        ...endpoint,
        responses: { 200: { description, schema, headers: linkHeader } },
        handle: async (request, reply) => {
          const identity = { name: url, params: request.params as object, query: request.query as object };
          const page = parsePosition(identity);
          if (page instanceof Refusal) {
            // 404 and 403 come before 400, as for every other invalid input.
            await endpoint.authorizeFirst?.(request);
            throw page;
          }
          const { rows, total, next, extra, limit = page.limit } = await list(request, page);
          const nextCursor = next ? encodeCursor(identity, next) : null;
          if (nextCursor) reply.header('link', linkToNext(request.url, nextCursor));
          const data = present ? rows.map((row) => present(row)) : rows;
          const body = presentPage(data, total, { ...page, limit }, nextCursor);
          return extra ? { ...body, ...extra } : body;
        },
      });
    },

    /** A DELETE route that returns what was deleted, or 204 for `Prefer: return=minimal`. */
    delete<P extends TSchema, Q extends TSchema>(url: string, definition: Deletion<P, Q>): void {
      const { delete: deleteItem, ...endpoint } = definition;
      remove<P, Q, TSchema>(url, {
        responses: deletedResponses,
        ...endpoint,
        handle: async (request, reply) => {
          const deleted = await deleteItem(request);
          const data = typeof deleted === 'string' ? { id: deleted, deleted: true } : deleted;
          return sendUnlessMinimal(reply, request.headers, data);
        },
      });
    },
  };
}

const linkHeader = {
  Link: 'The next page: `<path?cursor=…>; rel="next"`, with all other parameters. Absent on the last page',
};

function parsePosition(list: ListIdentity): Page | Refusal {
  const query = list.query as { page?: number; limit?: number; cursor?: string };
  if (query.cursor === undefined) return parsePage(query);
  if (query.page !== undefined) return invalid({ cursor: ['Cursor cannot be combined with page'] });
  const after = decodeCursor(list, query.cursor);
  return after ? parsePage(query, after) : invalidCursor();
}
