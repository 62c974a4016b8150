import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

/** A query for the answer of one request. It is cancelled when nobody shows the answer, if `read` takes the signal. */
export const dataQuery = <Data, const Key extends readonly unknown[]>(
  queryKey: Key,
  read: (context: { signal: AbortSignal }) => Promise<{ data: Data }>,
) => queryOptions({ queryKey, queryFn: async (context) => (await read(context)).data });

interface Page {
  pagination: { nextCursor: string | null };
}

/** A query for a list that is read page by page. `read` adds the cursor to its query. */
export const pagesQuery = <P extends Page, const Key extends readonly unknown[]>(
  queryKey: Key,
  read: (cursor: { cursor?: string }) => Promise<P>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam ? { cursor: pageParam } : {}),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  });
