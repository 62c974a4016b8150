import type {
  Boot,
  LiveEvent,
  Operations,
  SavedQuery,
  TicketRow,
  TicketTotals,
  TicketWithDetails,
} from '../../sdk/index.ts';
import type { ticketFilters } from '../../sdk/ticket-fields.ts';

export type { Boot, LiveEvent, TicketRow, TicketWithDetails };

export type TicketStatus = TicketRow['status'];

type UpdateInput = NonNullable<Operations['updateTicket']['body']>;

/** What a person can change of a ticket, labels by their ids. An absent field stays, null clears it. */
export type TicketPatch = Omit<UpdateInput, 'labelIds' | 'fields' | 'addLabels' | 'removeLabels'> & {
  labelIds?: string[];
};

/** Of a new ticket. Without a project it belongs to the person's own workspace. */
export type NewTicket = Omit<TicketPatch, 'title'> & {
  title: string;
  workspaceId?: string;
  /** Of the project's own fields, by their ids. */
  fields?: Record<string, string | number | boolean | string[] | null>;
  /** The id of a template that says the rest. */
  template?: string | null;
};

/** Where a ticket comes to lie in the order by hand: directly after one ticket or before another; neither means last. */
export interface Place {
  status?: TicketStatus;
  after?: string;
  before?: string;
  /** Closes it even over open children. */
  force?: boolean;
}

export type TicketSort = NonNullable<SavedQuery['sort']>;

type Filters = typeof ticketFilters;
type FilterKind = Filters[keyof Filters]['kind'];
type FiltersOf<Kind> = {
  [Name in keyof Filters]: Filters[Name]['kind'] extends Kind ? Name : never;
}[keyof Filters];
/** The filters that take several values. */
export type ListFilter = FiltersOf<Exclude<FilterKind, 'date' | 'number' | 'text' | 'flag'>>;

/** One value or several, of which any may match. */
export type Choice = string | readonly string[];

/**
 * Which tickets a view has, in which order: the parameters of `GET /api/tickets`. Absent and empty parts exclude none; by
 * default the latest change comes first.
 */
export type ViewQuery = {
  [Name in keyof SavedQuery]?: (Name extends ListFilter ? Choice : SavedQuery[Name]) | undefined;
};

/** What tickets can be counted by. */
export type CountField = Exclude<ListFilter, 'parent' | 'workspace'>;
export type Counts = TicketTotals;

/** What a component sees of a view. */
export interface ViewState {
  /** In order; of a view from the server those that are loaded. A row that `useRow` does not know yet is drawn grey. */
  ids: readonly string[];
  /** How many tickets there are; more than `ids` while pages are missing. */
  total: number;
  state: 'loading' | 'ready' | 'failed';
  source: 'here' | 'server';
  /** Loads the next page; does nothing while one is loading and after the last. */
  loadMore(): void;
  /** How many changes of others wait until the pointer has rested for two seconds. */
  newer: number;
  /** Shows the waiting changes now. */
  showNewer(): void;
}

/** Why the server refused a change. */
export interface Refused {
  status: number;
  code: string;
  /** The server's sentence. */
  message: string;
  details?: Record<string, string[]>;
}

/** A change that the server refused. */
export type RefusedChange = Extract<Notice, { kind: 'refused' }>;

/** What a person is told. `summary` is the text that was given to the verb. */
export type Notice =
  | { kind: 'done'; summary: string; ticketIds: string[]; undo(): void }
  /** What was reported with the same `undo` is undone, by whatever way. */
  | { kind: 'undone'; summary: string; undo(): void }
  | {
      kind: 'refused';
      summary: string;
      ticketIds: string[];
      patch: TicketPatch;
      refusal: Refused;
      /** Makes the same change again. */
      retry(force?: boolean): void;
    }
  /** Somebody else changed the same text. Both are kept; see `useConflict`. */
  | { kind: 'conflict'; summary: string; ticketId: string; field: 'title' | 'description' }
  /** A ticket or project that is no longer there for this person. */
  | { kind: 'gone'; ticketId?: string; projectId?: string; name: string }
  /** The session has ended. The queue goes on after `signedIn()`. */
  | { kind: 'signed-out' };

/** Two texts of the same field: what this person wrote, and what the server has. */
export interface Conflict {
  ticketId: string;
  field: 'title' | 'description';
  mine: string;
  theirs: string;
  /** Saves the own text over the other one. */
  keepMine(): void;
  /** Drops the own text. */
  keepTheirs(): void;
}

export interface Connection {
  state: 'live' | 'connecting' | 'offline';
  /** Changes that the server does not have yet. */
  waiting: number;
}

/** A message of the event stream. */
export interface StreamMessage {
  /** The position after it; resuming from here misses nothing. */
  cursor: string;
  /** Absent: it only moves the position. */
  event?: LiveEvent;
}
