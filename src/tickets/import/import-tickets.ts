import { importEvents } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { type ChecklistItem, newChecklist } from '../checklists/checklist.ts';
import { insertComments } from '../comments/comment-store.ts';
import { insertTitleWords } from '../duplicates/title-word-store.ts';
import type { InputField, NullableField } from '../fields/ticket-fields.ts';
import { rankAt } from '../fields/ticket-rules.ts';
import type { Ticket } from '../ticket.ts';
import { pastCreationFields, ticketCreated } from '../ticket-events.ts';
import { emptyFields } from '../ticket-input.ts';
import { type InsertedTicket, insertTickets } from '../ticket-insert-store.ts';
import type { TicketHome } from '../ticket-lookups.ts';
import { numberImportedTickets } from './number-imported-tickets.ts';

type OptionalField = Exclude<InputField & NullableField, 'projectId'>;

/** A ticket in its present state. Its project gives the number, its creation the rank; nullable fields may be absent. */
export interface ImportedTicket
  extends Omit<
      Ticket,
      'number' | 'rank' | 'fields' | 'importedBy' | 'criteriaProgress' | 'shippedIn' | OptionalField
    >,
    Partial<Pick<Ticket, 'fields' | 'importedBy' | OptionalField>>,
    Pick<InsertedTicket, 'fieldKeys'> {
  home: TicketHome;
  reporterName: string;
  labelIds: string[];
  comments: ImportedComment[];
  checklist?: Pick<ChecklistItem, 'text' | 'done' | 'assigneeId'>[];
  /** Becomes its number if no ticket of the project has or had it. */
  wantedNumber?: number | undefined;
}

export interface ImportedComment {
  id: string;
  authorId: string;
  content: string;
  importedBy?: string;
  createdAt: number;
}

/** Inserts tickets with comments and past creation events: oldest first, each after its parent in the same home. */
export async function importTickets(
  tx: Tx,
  imported: ImportedTicket[],
  makeId: (atMs: number) => string,
): Promise<Ticket[]> {
  const numbers = await numberImportedTickets(tx, imported);
  const tickets = imported.map((ticket, index) => ({
    ...emptyFields,
    fields: null,
    importedBy: null,
    criteriaProgress: null,
    shippedIn: null,
    ...ticket,
    number: numbers[index] as number,
    rank: rankAt(ticket.createdAt, ticket.id),
    commentCount: ticket.comments.length,
    checklist: importedChecklist(ticket),
  }));
  // Most indexes begin with the home, so sorting by it makes the insert 10 % faster. The sort is stable: parents stay
  // before children.
  const byHome = tickets.toSorted((a, b) => (a.homeId < b.homeId ? -1 : Number(a.homeId > b.homeId)));
  await insertTickets(tx, byHome);
  await insertTitleWords(tx, byHome);
  await insertComments(
    tx,
    tickets.flatMap(({ id, comments }) => comments.map((comment) => ({ ...comment, ticketId: id }))),
  );
  await importEvents(
    tx,
    ticketCreated,
    tickets.map((ticket) => creationEvent(ticket, makeId)),
  );
  return tickets;
}

const importedChecklist = ({ id, createdAt, updatedAt, checklist = [] }: ImportedTicket): ChecklistItem[] =>
  newChecklist(
    id,
    checklist.map(({ text }) => text),
    createdAt,
  ).map((item, index) => ({ ...item, ...checklist[index], updatedAt }));

/** The event shows the ticket as it was at its creation. It has no row, which would show the present state. */
function creationEvent(
  ticket: Ticket & Pick<ImportedTicket, 'home' | 'reporterName'>,
  makeId: (atMs: number) => string,
) {
  const at = ticket.createdAt;
  const untouched = { status: 'backlog', stage: 'PLANNING', completedAt: null, updatedAt: at } as const;
  const then = { ...ticket, ...ticket.home, ...untouched };
  const by = { actor: { userId: ticket.reporterId, name: ticket.reporterName } };
  return { id: makeId(at), ...pastCreationFields(by, then, at) };
}
