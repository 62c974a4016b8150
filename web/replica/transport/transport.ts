import type { Boot, Comment, SyncChecksum, SyncPart } from '../../../sdk/index.ts';
import type { Entry } from '../pending.ts';
import type {
  CountField,
  Counts,
  Refused,
  StreamMessage,
  TicketRow,
  TicketWithDetails,
  ViewQuery,
} from '../types.ts';

/** The tickets of a load: all of a project, or the open ones and those closed since a moment. */
export interface LoadScope {
  projectId: string;
  closedSince: string | undefined;
}

export interface ListPage {
  rows: TicketRow[];
  total: number;
  nextCursor: string | null;
}

/** The server's answer to an entry. */
export type Answer =
  /** The tickets as they are now. Partial rows have the labels of an older row. */
  | { kind: 'rows'; rows: TicketRow[]; isPartial?: boolean; ticket?: TicketWithDetails }
  /** `wasGone` is true if the ticket was gone already. */
  | { kind: 'deleted'; wasGone?: boolean }
  /** Without the comment if an earlier request had brought it. */
  | { kind: 'commented'; comment?: Comment }
  | { kind: 'refused'; refusal: Refused }
  /** No network or an overloaded server: the same request may succeed later. */
  | { kind: 'unreached'; retryAfterMs?: number }
  | { kind: 'signed-out' };

/** The session has ended. */
export class SignedOut extends Error {}

/** What the replica needs from the server. Requests other than `send` throw when they fail. */
export interface Transport {
  boot(): Promise<Boot>;
  load(scope: LoadScope, signal: AbortSignal): AsyncIterable<SyncPart>;
  list(query: ViewQuery, cursor: string | undefined, limit: number): Promise<ListPage>;
  byRef(refs: string[]): Promise<{ rows: TicketRow[]; missing: string[] }>;
  counts(query: ViewQuery, by: CountField[]): Promise<Counts>;
  checksum(scopes: LoadScope[]): Promise<{ cursor: string; checksums: SyncChecksum[] }>;
  /** `cached` returns the cached row from which an answer without labels is completed. */
  send(entry: Entry, cached: (id: string) => TicketRow | undefined): Promise<Answer>;
  getTicket(id: string): Promise<TicketWithDetails>;
  /** Ends when the connection does; throws if it cannot be opened. The first message has the position. */
  events(lastEventId: string | undefined, signal: AbortSignal): AsyncIterable<StreamMessage>;
}

/** A source of time that tests can control. */
export interface Clock {
  now(): number;
  /** Returns the function that cancels it. */
  after(ms: number, run: () => void): () => void;
}
