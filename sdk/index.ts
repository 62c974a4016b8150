import type { ClientSettings } from './client-settings.ts';
import { parseJson, readError } from './docket-error.ts';
import { type Operations, operations, type TicketHit, type TicketItem, type TicketRow } from './generated.ts';

export type { ClientSettings } from './client-settings.ts';
export { decodeSync, decodeSyncChunk, type SyncPart } from './decode-sync.ts';
export { DocketError } from './docket-error.ts';
export { type DocketEvent, type FollowedEvent, type FollowSettings, followEvents } from './follow-events.ts';
export type * from './generated.ts';
export { type RetrySettings, retryingFetch } from './retrying-fetch.ts';
export {
  closedStatuses,
  openStatuses,
  type TicketFieldInfo,
  ticketFields,
  ticketFilters,
  ticketSorts,
} from './ticket-fields.ts';
export * from './values.ts';

type Input<O extends keyof Operations> = Omit<Operations[O], 'response'> & {
  /** `idempotency-key`, `if-match`, `prefer` … */
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

type Output<O extends keyof Operations> = Promise<Operations[O]['response']>;

type ListedOf<Item, O extends 'listTickets' | 'searchTickets'> = Promise<
  Omit<Operations[O]['response'], 'data'> & { data: Item[] }
>;
/** A list of items, and of compact rows for `fields: 'row'`. */
interface ListOfTickets<O extends 'listTickets'> {
  (input: Input<O> & { query: { fields: 'row' } }): ListedOf<TicketRow, O>;
  (input?: Input<O> & { query?: { fields?: undefined } }): ListedOf<TicketItem, O>;
}
interface SearchOfTickets<O extends 'searchTickets'> {
  (input: Input<O> & { query: { fields: 'row' } }): ListedOf<TicketRow, O>;
  (input: Input<O> & { query: { fields?: undefined } }): ListedOf<TicketHit, O>;
}

type Method<O extends keyof Operations> =
  object extends Input<O> ? (input?: Input<O>) => Output<O> : (input: Input<O>) => Output<O>;

type AnyList = { query?: { cursor?: string | undefined }; response: { data: unknown[] } };
/** The operations that return a page of a list. */
type ListOperation = {
  [O in keyof Operations]: Operations[O] extends AnyList ? O : never;
}[keyof Operations];

/** `all` chooses the positions itself. */
type WholeInput<O extends ListOperation> = Omit<Input<O>, 'query'> & {
  query?: Operations[O] extends { query?: infer Query } ? Omit<NonNullable<Query>, 'page' | 'cursor'> : never;
};
type Items<O extends ListOperation> = AsyncGenerator<Operations[O]['response']['data'][number], void>;

/** Returns every item of a list, page after page; none is missed or repeated while others are added or removed. */
interface WholeList<O extends ListOperation> {
  all: object extends Omit<Input<O>, 'query'>
    ? (input?: WholeInput<O>) => Items<O>
    : (input: WholeInput<O>) => Items<O>;
}
interface WholeSearchOfTickets<O extends 'searchTickets'> {
  all(input: WholeSearch<O> & { query: { fields: 'row' } }): AsyncGenerator<TicketRow, void>;
  all(input: WholeSearch<O> & { query: { fields?: undefined } }): AsyncGenerator<TicketHit, void>;
}
type WholeSearch<O extends 'searchTickets'> = Omit<Input<O>, 'query'> & {
  query: Omit<Operations[O]['query'], 'page' | 'cursor'>;
};
interface WholeListOfTickets<O extends 'listTickets'> {
  all(input: WholeInput<O> & { query: { fields: 'row' } }): AsyncGenerator<TicketRow, void>;
  all(input?: WholeInput<O> & { query?: { fields?: undefined } }): AsyncGenerator<TicketItem, void>;
}

export type Client = {
  [O in keyof Operations]: O extends 'listTickets'
    ? ListOfTickets<O> & WholeListOfTickets<O>
    : O extends 'searchTickets'
      ? SearchOfTickets<O> & WholeSearchOfTickets<O>
      : O extends ListOperation
        ? Method<O> & WholeList<O>
        : Method<O>;
};

/** A client with one method per operation, named by its operationId. */
export function createClient(settings: ClientSettings): Client {
  const methods = Object.entries(operations).map(([name, operation]) => {
    const method = (input: AnyInput = {}) => call(settings, operation, input);
    return [name, Object.assign(method, { all: (input: AnyInput = {}) => listAll(method, input) })];
  });
  return Object.fromEntries(methods) as Client;
}

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

interface AnyPage {
  data: unknown[];
  pagination: { nextCursor: string | null };
}

async function* listAll(list: (input: AnyInput) => Promise<unknown>, input: AnyInput) {
  let query: Record<string, unknown> | undefined = { limit: 100, ...input.query };
  while (query) {
    const { data, pagination } = (await list({ ...input, query })) as AnyPage;
    yield* data;
    query = pagination.nextCursor === null ? undefined : { ...query, cursor: pagination.nextCursor };
  }
}

async function call(
  { baseUrl, apiKey, cookie, fetch: send = fetch }: ClientSettings,
  operation: { method: string; path: string; response?: 'bytes' },
  { params = {}, query = {}, body, headers, signal }: AnyInput,
): Promise<unknown> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const response = await send(`${baseUrl.replace(/\/$/, '')}${path}${queryString(query)}`, {
    method: operation.method,
    headers: {
      accept: 'application/json',
      prefer: 'handling=strict',
      // For a form fetch sets the Content-Type, because it chooses the boundary.
      ...(body !== undefined && !isForm(body) && { 'content-type': 'application/json' }),
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      ...(cookie && { cookie }),
      ...headers,
      ...(headers?.prefer && { prefer: `handling=strict, ${headers.prefer}` }),
    },
    ...(body !== undefined && { body: isForm(body) ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (response.ok && operation.response === 'bytes') return response.blob();
  const text = await response.text();
  const parsed = parseJson(text);
  if (response.ok && (parsed !== undefined || text === '')) return parsed;
  throw readError(response.status, text);
}

const isForm = (body: unknown) => body instanceof FormData;

function queryString(query: Record<string, unknown>): string {
  const present = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
