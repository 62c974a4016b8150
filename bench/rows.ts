import { searchTickets } from '../src/search/query/search-tickets.ts';
import { addComment } from '../src/tickets/comments/comments.ts';
import { createTicket } from '../src/tickets/create-ticket.ts';
import { getTicket } from '../src/tickets/get-ticket.ts';
import { listTickets } from '../src/tickets/lists/list-tickets.ts';
import type { Call } from './load.ts';
import type { Seeded } from './seeded.ts';

export interface Row {
  name: string;
  connections: number;
  next: () => Call;
  /** The use case in this process without HTTP, one call at a time, so each change has its own commit. */
  alone: () => Promise<unknown>;
  mark?: Mark;
}

/** The rate must be at least `atLeast` times the other rate. */
export interface Mark {
  atLeast: number;
  times: 'ceiling' | 'a commit each';
}

const readConnections = 64;
const writeConnections = 32;
// Searches run one at a time on the worker thread: more connections would only wait longer.
const searchConnections = 8;
const firstPage = { page: 1, limit: 20, offset: 0 };
const newest = { sort: 'updatedAt', order: 'desc' } as const;

/** The marks are for SQLite. */
export function rowsOf({ scope, ticketIds, projects, rareWord, commonWord }: Seeded): Row[] {
  const pageMark: Mark = { atLeast: 0.12, times: 'ceiling' };
  const search = (text: string) => ({
    connections: searchConnections,
    next: () => get(`/api/tickets/search?q=${encodeURIComponent(text)}`),
    alone: () => searchTickets(scope, { text, page: firstPage }),
  });
  const newTicket = () => ({
    title: `Measured ${Math.random()}`,
    description: 'A ticket as long as people write them when they are in a hurry.',
    projectId: draw(projects).id,
  });

  return [
    {
      name: 'ticket by id',
      connections: readConnections,
      next: () => get(`/api/tickets/${draw(ticketIds)}`),
      alone: () => getTicket(scope, draw(ticketIds)),
      mark: { atLeast: 0.4, times: 'ceiling' },
    },
    {
      name: 'page of 20',
      connections: readConnections,
      next: () => get('/api/tickets'),
      alone: () => listTickets(scope, { ...newest, filter: {} }, firstPage),
      mark: pageMark,
    },
    {
      name: 'page of 20 of a project',
      connections: readConnections,
      next: () => get(`/api/tickets?project=${draw(projects).key}`),
      alone: () => listTickets(scope, { ...newest, projects: [draw(projects).key], filter: {} }, firstPage),
      mark: pageMark,
    },
    {
      name: 'page of 20 of a project, todo',
      connections: readConnections,
      next: () => get(`/api/tickets?project=${draw(projects).key}&status=todo`),
      alone: () =>
        listTickets(
          scope,
          { ...newest, projects: [draw(projects).key], filter: { status: ['todo'] } },
          firstPage,
        ),
      mark: pageMark,
    },
    {
      name: 'create',
      connections: writeConnections,
      next: () => ({ method: 'POST', path: '/api/tickets', body: newTicket() }),
      alone: () => createTicket(scope, newTicket()),
      mark: { atLeast: 2, times: 'a commit each' },
    },
    {
      name: 'comment',
      connections: writeConnections,
      next: () => ({
        method: 'POST',
        path: `/api/tickets/${draw(ticketIds)}/comments`,
        body: { content: 'Seen on staging as well.' },
      }),
      alone: () => addComment(scope, draw(ticketIds), 'Seen on staging as well.'),
    },
    { name: `search, rarest title word "${rareWord}"`, ...search(rareWord) },
    { name: `search, commonest title word "${commonWord}"`, ...search(commonWord) },
  ];
}

const get = (path: string): Call => ({ method: 'GET', path });

const draw = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;
