import { recordEvents } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { takeTicketNumbers } from './home-store.ts';
import { insertComments, insertTicketLabels, insertTickets } from './import-store.ts';
import type { Ticket } from './ticket.ts';
import { placeOf, subjectOf, ticketCreated } from './ticket-events.ts';
import type { TicketHome } from './ticket-references.ts';

/** A ticket of a project as it stands now. Its number comes from the project. */
export interface ImportedTicket extends Omit<Ticket, 'number'> {
  home: TicketHome;
  reporterName: string;
  labelIds: string[];
  comments: { id: string; authorId: string; content: string; createdAt: number }[];
}

/** Tickets with a past, oldest first, with the event of their creation at its time. */
export async function importTickets(
  tx: Tx,
  imported: ImportedTicket[],
  makeId: (atMs: number) => string,
): Promise<Ticket[]> {
  const numbers = await takeNumbers(tx, imported);
  const tickets = imported.map((ticket, index) => ({ ...ticket, number: numbers[index] as number }));
  await insertTickets(
    tx,
    tickets.map((ticket) => ({
      ...ticket,
      comments: ticket.comments.length,
      labels: ticket.labelIds.length,
    })),
  );
  await insertTicketLabels(
    tx,
    tickets.flatMap(({ id, labelIds }) => labelIds.map((labelId): [string, string] => [id, labelId])),
  );
  await insertComments(
    tx,
    tickets.flatMap(({ id, comments }) => comments.map((comment) => ({ ...comment, ticketId: id }))),
  );
  await recordEvents(
    tx,
    ticketCreated,
    tickets.map((ticket) => creationOf(ticket, makeId)),
  );
  return tickets;
}

/** A block of numbers for each home, always in the same order: two imports at once must not wait for each other. */
async function takeNumbers(tx: Tx, tickets: ImportedTicket[]): Promise<number[]> {
  const counts = new Map<string, number>();
  for (const { homeId } of tickets) counts.set(homeId, (counts.get(homeId) ?? 0) + 1);
  const next = new Map<string, number>();
  for (const homeId of [...counts.keys()].sort()) {
    next.set(homeId, await takeTicketNumbers(tx, homeId, counts.get(homeId) as number));
  }
  return tickets.map(({ homeId }) => {
    const number = next.get(homeId) as number;
    next.set(homeId, number + 1);
    return number;
  });
}

/** The event tells of the ticket as it was then, before anybody worked on it. */
function creationOf(ticket: ImportedTicket & { number: number }, makeId: (atMs: number) => string) {
  const at = ticket.createdAt;
  const untouched = { status: 'backlog', stage: 'PLANNING', completedAt: null, updatedAt: at } as const;
  const then = { ...ticket, ...ticket.home, ...untouched };
  const by = { actor: { userId: ticket.reporterId, name: ticket.reporterName } };
  return { id: makeId(at), ...placeOf(by, then, at), data: subjectOf(by, then, true) };
}
