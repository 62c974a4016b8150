import { type BuiltEvent, recordEvents } from '../events/index.ts';
import type { CommitNow, Tx } from '../platform/db/index.ts';
import type { Scope } from '../users/index.ts';
import { choiceFields } from './fields/ticket-fields.ts';
import { addDetails, noParts, readTicketDetails, type TicketDetails } from './get-ticket.ts';
import type { Ticket } from './ticket.ts';
import type { Changes } from './ticket-events.ts';
import type { TicketHome } from './ticket-lookups.ts';
import type { LockedTicketRow, TicketCounts, TicketRow } from './ticket-store.ts';

interface WrittenTicket {
  id: string;
  events: BuiltEvent[];
  /** The row as `findTicket` would read it; undefined if only the database knows it. */
  row: TicketRow | undefined;
}

/**
 * Records the events and reads the answer, as the last statements of a transaction. They are sent together, so that
 * PostgreSQL needs one round trip while the ticket or the counter of its project is locked. If `row` is known and its
 * parts need no second round, the commit is sent with them, and mentions and reactions are read after it.
 */
export async function recordAndReadBack(
  tx: Tx,
  scope: Scope,
  commitNow: CommitNow | undefined,
  { id, events, row }: WrittenTicket,
): Promise<TicketDetails> {
  // Names of custom fields take a second round.
  const commit = row?.fields === null ? commitNow : undefined;
  const [details] = await Promise.all([
    row ? addDetails(tx, scope.actor, row, commit && scope.db.reads) : readTicketDetails(tx, scope.actor, id),
    recordEvents(tx, events).then(() => commit?.()),
  ]);
  return details;
}

/** The row, if the change needs no names of people, groups or projects that the previous row lacks. */
export const changedRow = (
  before: LockedTicketRow,
  after: Ticket,
  changes: Changes,
): TicketRow | undefined =>
  Object.keys(changes).every(
    (field) => field === 'ownStatusId' || choiceFields.some((name) => name === field),
  )
    ? Object.assign(before, after)
    : undefined;

type InsertedTicket = Ticket &
  Omit<TicketCounts, 'labelCount'> & {
    home: TicketHome;
    labelIds: string[];
    fieldKeys: object[];
    checklist: object[];
    criteria: object[];
  };

/** The row, if the new ticket has no assignee and no group. */
export function newRow(ticket: InsertedTicket): TicketRow | undefined {
  const { place } = ticket.home;
  if (!place || ticket.assigneeId !== null || ticket.groupId !== null) return undefined;
  // The largest comes first, because only the first is copied as a whole. Parts that a row does not have stay in it.
  return {
    ...ticket,
    ...place,
    ...nothingJoined,
    // V8 turns an object of 80 properties into a hash table if `addDetails` adds more: 7 µs, and 3 µs more to present it.
    ...noParts(),
    // The database stores a text without lone surrogates.
    title: ticket.title.toWellFormed(),
    description: ticket.description?.toWellFormed() ?? null,
    groupId: null,
    labelCount: ticket.labelIds.length,
    checklistTotal: ticket.checklist.length,
  };
}

const nothingJoined = {
  assigneeName: null,
  assigneeEmail: null,
  assigneeImage: null,
  groupName: null,
  groupKind: null,
  groupDescription: null,
  groupStartsAt: null,
  groupEndsAt: null,
  groupCreatedAt: null,
  groupUpdatedAt: null,
  deletedAt: null,
  reactionCount: 0,
  hasChildren: 0,
};
