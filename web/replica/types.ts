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

type OwnValue = string | number | boolean | string[] | null;

/** The fields of a ticket that a person can change, with labels by id. An absent field stays, null clears it. */
export type TicketPatch = Omit<UpdateInput, 'labelIds' | 'fields' | 'addLabels' | 'removeLabels'> & {
  labelIds?: string[];
  /** Values of own fields, by field id; absent ones stay. */
  fields?: Record<string, OwnValue>;
};

/** The fields of a new ticket. Without a project it belongs to the person's own workspace. */
export type NewTicket = Omit<TicketPatch, 'title'> & {
  title: string;
  workspaceId?: string;
  /** The id of a template that fills in the other fields. */
  template?: string | null;
  /** Before all others in the manual order. */
  position?: 'first';
};

/** A place in the manual order: directly after one ticket or before another. Neither means last. */
export interface Place {
  status?: TicketStatus;
  ownStatusId?: string | null;
  after?: string;
  before?: string;
  /** Closes the ticket even if it has open children or, with a reason, if gates ask for more. */
  force?: boolean;
  reason?: string;
}

export type TicketSort = NonNullable<SavedQuery['sort']>;

type Filters = typeof ticketFilters;
type FilterKind = Filters[keyof Filters]['kind'];
type FiltersOf<Kind> = {
  [Name in keyof Filters]: Filters[Name]['kind'] extends Kind ? Name : never;
}[keyof Filters];
/** The filters that take several values. */
export type ListFilter = FiltersOf<Exclude<FilterKind, 'date' | 'number' | 'text' | 'flag'>>;

/** One value, or several of which any may match. */
export type Choice = string | readonly string[];

/**
 * The tickets of a view and their order: the parameters of `GET /api/tickets`. Absent and empty parts exclude nothing;
 * by default the latest change comes first.
 */
export type ViewQuery = {
  [Name in keyof SavedQuery]?: (Name extends ListFilter ? Choice : SavedQuery[Name]) | undefined;
};

/** The fields that tickets can be counted by. */
export type CountField = Exclude<ListFilter, 'parent' | 'workspace'>;
export type Counts = TicketTotals;

/** What components read of a view. */
export interface ViewState {
  /** In order. A view from the server has those that are loaded. A row that `useRow` does not know yet is drawn grey. */
  ids: readonly string[];
  /** The number of matching tickets; more than `ids` has while pages are missing. */
  total: number;
  state: 'loading' | 'ready' | 'failed';
  source: 'here' | 'server';
  /** Loads the next page. Does nothing while a page is loading or after the last one. */
  loadMore(): void;
  /** The number of changes by others that wait until the pointer has rested for two seconds. */
  newer: number;
  /** Shows the waiting changes now. */
  showNewer(): void;
}

/** Why the server refused a change. */
export interface Refused {
  status: number;
  code: string;
  /** The server's message. */
  message: string;
  details?: Record<string, string[]>;
  /** What gates of the project ask for before a ticket is done. */
  missing?: readonly { gate: string; text: string; entry?: number }[];
}

/** A change that the server refused. */
export type RefusedChange = Extract<Notice, { kind: 'refused' }>;

/** What a person is told. `summary` is the text passed to the verb. */
export type Notice =
  | { kind: 'done'; summary: string; ticketIds: string[]; undo(): void }
  /** The step that was reported with the same `undo` was undone, in whichever way. */
  | { kind: 'undone'; summary: string; undo(): void }
  | {
      kind: 'refused';
      summary: string;
      ticketIds: string[];
      patch: TicketPatch;
      refusal: Refused;
      /** Makes the same change again. */
      retry(force?: boolean, reason?: string): void;
    }
  /** The text of the comment is a draft again. */
  | { kind: 'comment-refused'; ticketId: string; refusal: Refused }
  /** Somebody else changed the same text. Both texts are kept; see `useConflict`. */
  | { kind: 'conflict'; summary: string; ticketId: string; field: 'title' | 'description' }
  /** A ticket or project was deleted or became unreadable for this person. */
  | { kind: 'gone'; ticketId?: string; projectId?: string; name: string }
  /** The session has ended. The queue continues after `signedIn()`. */
  | { kind: 'signed-out' };

/** Two texts of the same field: what this person wrote, and what the server has. */
export interface Conflict {
  ticketId: string;
  field: 'title' | 'description';
  mine: string;
  theirs: string;
  /** What both began with; undefined if it is not known. */
  base: string | undefined;
  /** Saves a text that was made of both. */
  keep(text: string): void;
  /** Saves this person's text over the other one. */
  keepMine(): void;
  /** Discards this person's text. */
  keepTheirs(): void;
}

export interface Connection {
  state: 'live' | 'connecting' | 'offline';
  /** The number of changes that the server does not have yet. */
  waiting: number;
}

/** A message of the event stream. */
export interface StreamMessage {
  /** The position after this message. Resuming from here misses nothing. */
  cursor: string;
  /** Absent if the message only moves the position. */
  event?: LiveEvent;
}
