import { type Client, DocketError, decodeSync } from '../../../sdk/index.ts';
import type { Entry, EntryOf } from '../pending.ts';
import type { TicketPatch, TicketRow, TicketWithDetails, ViewQuery } from '../types.ts';
import { readStream } from './read-stream.ts';
import { rowOfItem, rowOfTicket } from './rows-of-answers.ts';
import { type Answer, type LoadScope, SignedOut, type Transport } from './transport.ts';

interface ApiSettings {
  client: Client;
  /** For answers that are read while they arrive. */
  fetch(path: string, init: { headers?: Record<string, string>; signal: AbortSignal }): Promise<Response>;
}

/** The transport over the HTTP API of a server. */
export const newApiTransport = ({ client: api, fetch }: ApiSettings): Transport => ({
  boot: () => signedIn(async () => (await api.getBoot()).data),

  async *load(scope, signal) {
    const response = await fetch(`/api/sync?${new URLSearchParams(scopeQuery([scope]))}`, { signal });
    yield* decodeSync(bodyOf(response));
  },

  list: (query, cursor, limit) =>
    signedIn(async () => {
      const page = await api.listTickets({
        query: { ...listQuery(query), fields: 'row', limit, ...(cursor !== undefined && { cursor }) },
      });
      const { total, nextCursor } = page.pagination;
      return { rows: page.data, total, nextCursor };
    }),

  byRef: (refs) =>
    signedIn(async () => {
      const page = await api.listTickets({ query: { ids: refs.join(','), fields: 'row' } });
      return { rows: page.data, missing: page.missing ?? [] };
    }),

  counts: (query, by) =>
    signedIn(async () => {
      const { sort: _sort, order: _order, ...filters } = listQuery(query);
      return (await api.countTickets({ query: { ...filters, by: by.join(',') } })).data;
    }),

  checksum: (scopes) => signedIn(async () => (await api.checkSync({ query: scopeQuery(scopes) })).data),

  getTicket: (id) => signedIn(async () => (await api.getTicket({ params: { id } })).data),

  async *events(lastEventId, signal) {
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    yield* readStream(bodyOf(await fetch('/api/events?presence=true', { headers, signal })));
  },

  async send(entry, cached) {
    try {
      return await sendEntry(api, entry, cached);
    } catch (error) {
      return answerOf(error);
    }
  },
});

function sendEntry(
  api: Client,
  entry: Entry,
  cached: (id: string) => TicketRow | undefined,
): Promise<Answer> {
  const headers = { 'idempotency-key': entry.id };
  switch (entry.kind) {
    case 'create':
      return api.createTicket({ body: { ...entry.fields, id: entry.row.id }, headers }).then(ticketAnswer);
    case 'change':
      return entry.changes.length === 1 ? sendChange(api, entry) : sendBulk(api, entry, cached, headers);
    case 'place':
      return api.placeTicket({ params: { id: entry.ticketId }, body: entry.place }).then(ticketAnswer);
    case 'delete':
      return api.deleteTicket({ params: { id: entry.ticketId } }).then(() => ({ kind: 'deleted' }));
    case 'restore':
      return api.restoreTicket({ params: { id: entry.ticketId } }).then(ticketAnswer);
    case 'comment': {
      const { id, ticketId, content, parentId } = entry;
      const body = { id, content, ...(parentId !== undefined && { parentId }) };
      const sent = api.addComment({ params: { id: ticketId }, body, headers });
      return sent.then(({ data }) => ({ kind: 'commented', comment: data }));
    }
  }
}

function sendChange(api: Client, { changes: [change] }: EntryOf<'change'>): Promise<Answer> {
  if (!change) throw new Error('A change has at least one ticket');
  const { ticketId, patch, base } = change;
  const headers: Record<string, string> = base ? { 'if-match': `"${base.version}"` } : {};
  if (patch.triage === null || patch.triage === 'snoozed')
    return api
      .decideTriage({ params: { id: ticketId }, body: decisionOf(patch), headers })
      .then(ticketAnswer);
  return api.updateTicket({ params: { id: ticketId }, body: patch, headers }).then(ticketAnswer);
}

/** A decision about a ticket in triage, which the server refuses if somebody else decided first. */
function decisionOf({ triage, snoozedUntil, ...changes }: TicketPatch) {
  if (triage === 'snoozed') return { ...changes, decision: 'snooze', until: snoozedUntil ?? null } as const;
  return { ...changes, decision: changes.status === 'cancelled' ? 'decline' : 'accept' } as const;
}

async function sendBulk(
  api: Client,
  { changes }: EntryOf<'change'>,
  cached: (id: string) => TicketRow | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const tickets = changes.map(({ ticketId, patch }) => ({ id: ticketId, ...patch }));
  const { data } = await api.bulkTickets({ body: { tickets }, headers });
  const rows = data.map((item, index) => {
    const labelIds = changes[index]?.patch.labelIds ?? cached(item.id)?.labelIds ?? [];
    return rowOfItem(item, labelIds);
  });
  return { kind: 'rows', rows, isPartial: true };
}

const ticketAnswer = ({ data }: { data: TicketWithDetails }): Answer => ({
  kind: 'rows',
  rows: [rowOfTicket(data)],
  ticket: data,
});

function answerOf(error: unknown): Answer {
  if (!(error instanceof DocketError)) return { kind: 'unreached' };
  const { status, code, message, details, missing } = error;
  if (status === 401) return { kind: 'signed-out' };
  // A proxy answered instead of Docket, or the server is too busy: the request may succeed later.
  if (status >= 500 || status === 429 || status === 408 || code.startsWith('HTTP_'))
    return { kind: 'unreached' };
  const refusal = { status, code, message, ...(details && { details }), ...(missing && { missing }) };
  return { kind: 'refused', refusal };
}

async function signedIn<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw error instanceof DocketError && error.status === 401 ? new SignedOut() : error;
  }
}

function bodyOf({ status, ok, body }: Response): ReadableStream<Uint8Array> {
  if (status === 401) throw new SignedOut();
  if (!ok || !body) throw new Error(`The server answered ${status}`);
  return body;
}

/** The query of a view as parameters of the API. */
function listQuery(query: ViewQuery) {
  const entries = Object.entries(query)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value] as const)
    .filter(([, value]) => value !== undefined && value !== '' && value !== false);
  return Object.fromEntries(entries) as Record<keyof ViewQuery, never>;
}

function scopeQuery(scopes: LoadScope[]): Record<string, string> {
  const [first] = scopes;
  return {
    project: scopes.map(({ projectId }) => projectId).join(','),
    ...(first?.closedSince === undefined ? { state: 'all' } : { closedSince: first.closedSince }),
  };
}
