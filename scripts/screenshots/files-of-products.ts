import type { TicketItem } from '../../sdk/index.ts';

type Person = NonNullable<TicketItem['assignee']>;
type Ticket = TicketItem & { reporter: Person };

/** What other products would export if the tickets of the demo were theirs, in the layouts that they write. */
export const filesOfProducts = {
  github: (tickets: readonly Ticket[]) => ({
    'issues.json': tickets.map((ticket) => ({
      number: ticket.number,
      html_url: `https://github.com/harbour/app/issues/${ticket.number}`,
      title: ticket.title,
      body: ticket.description,
      state: isClosed(ticket) ? 'closed' : 'open',
      state_reason: ticket.status === 'cancelled' ? 'not_planned' : null,
      user: { login: login(ticket.reporter) },
      assignees: assignees(ticket).map((person) => ({ login: login(person) })),
      labels: [{ name: ticket.type.toLowerCase() }],
      created_at: ticket.createdAt,
    })),
  }),
  gitlab: (tickets: readonly Ticket[]) => ({
    'issues.json': tickets.map((ticket) => ({
      iid: ticket.number,
      title: ticket.title,
      description: ticket.description,
      state: isClosed(ticket) ? 'closed' : 'opened',
      labels: isClosed(ticket) ? [] : [`workflow::${words(ticket.status)}`],
      author: { name: ticket.reporter.name, username: login(ticket.reporter) },
      assignees: assignees(ticket).map((person) => ({ name: person.name, username: login(person) })),
      created_at: ticket.createdAt,
    })),
  }),
  jira: (tickets: readonly Ticket[]) => ({
    'jira.csv': tickets.map((ticket) => ({
      Summary: ticket.title,
      'Issue key': ticket.key,
      'Issue Type': ticket.type === 'FEATURE' ? 'Story' : words(ticket.type),
      Status: ticket.status === 'in_review' ? 'Waiting for QA' : words(ticket.status),
      Assignee: assignees(ticket)[0]?.name,
      Reporter: ticket.reporter.name,
      Created: ticket.createdAt,
      Description: ticket.description,
    })),
  }),
  linear: (tickets: readonly Ticket[]) => ({
    'linear.csv': tickets.map((ticket) => ({
      ID: ticket.key,
      Title: ticket.title,
      Description: ticket.description,
      Status: words(ticket.status),
      Creator: ticket.reporter.email,
      Assignee: assignees(ticket)[0]?.email,
      Created: ticket.createdAt,
    })),
  }),
  plane: (tickets: readonly Ticket[]) => ({
    'plane.json': tickets.map((ticket) => ({
      project_identifier: 'HAR',
      sequence_id: ticket.number,
      name: ticket.title,
      description: ticket.description,
      state_name: words(ticket.status),
      created_by: ticket.reporter.name,
      assignees: assignees(ticket).map(({ name }) => name),
      created_at: ticket.createdAt,
    })),
  }),
  trello: (tickets: readonly Ticket[]) => ({
    'trello.json': {
      name: 'Harbour',
      lists: [...new Set(tickets.map(({ status }) => status))].map((id) => ({ id, name: words(id) })),
      members: tickets.flatMap(assignees).map(member),
      cards: tickets.map((ticket) => ({
        ...card(ticket),
        idShort: ticket.number,
        shortUrl: `https://trello.com/c/${ticket.key?.replace('-', '')}`,
        name: ticket.title,
        desc: ticket.description,
        idList: ticket.status,
        idMembers: assignees(ticket).map(({ id }) => id),
      })),
      actions: tickets.map((ticket) => ({
        id: ticket.id,
        type: 'createCard',
        date: ticket.createdAt,
        data: { card: card(ticket) },
        memberCreator: member(ticket.reporter),
      })),
    },
  }),
  csv: (tickets: readonly Ticket[]) => ({
    'harbour.csv': tickets.map((ticket) => ({
      Nr: ticket.number,
      Subject: ticket.title,
      State: ticket.status === 'in_review' ? 'Waiting for the harbour master' : words(ticket.status),
      'Who does it': assignees(ticket)[0]?.name,
      'Noted on': ticket.createdAt.slice(0, 10),
    })),
  }),
};

/** A list in a file called `….csv` becomes a table. */
export const fileText = (name: string, content: object): string =>
  name.endsWith('.csv') ? csv(content as Record<string, unknown>[]) : JSON.stringify(content);

const csv = (rows: readonly Record<string, unknown>[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)]
    .map((cells) => cells.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(','))
    .join('\n');

const isClosed = ({ status }: Ticket) => status === 'done' || status === 'cancelled';
/** Other products do not know the agents, whose addresses are `….invalid`. */
const assignees = ({ assignee }: Ticket) =>
  assignee && !assignee.email.endsWith('.invalid') ? [assignee] : [];
const login = ({ email }: Person) => email.split('@')[0] ?? '';
const member = (person: Person) => ({ id: person.id, username: login(person), fullName: person.name });
/** The first eight digits are the second of its creation. */
const card = ({ createdAt, number }: Ticket) => ({
  id: `${Math.floor(Date.parse(createdAt) / 1000).toString(16)}${String(number).padStart(16, '0')}`,
});
/** `in_progress` is “In progress”. */
const words = (value: string) =>
  value === 'todo'
    ? 'To do'
    : `${value.charAt(0).toUpperCase()}${value.slice(1).toLowerCase().replace('_', ' ')}`;
