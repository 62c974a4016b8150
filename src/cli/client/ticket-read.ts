import {
  type Client,
  type Criterion,
  DocketError,
  openStatuses,
  type TicketWithDetails,
  ticketSorts,
  ticketStatuses,
} from '../../../sdk/index.ts';
import { columns } from '../columns.ts';
import {
  clientCommand,
  type Field,
  optionalText,
  optionalWord,
  requiredText,
  UsageError,
  wholeNumber,
} from '../command.ts';
import { optionFields, readStatus, wordsOf } from './choice-fields.ts';
import { optionalWords, urlOption } from './common-options.ts';
import { connect } from './connection.ts';
import { findFilterIds } from './find-names.ts';
import { escapeControls, toLine } from './terminal-text.ts';
import { formatTickets } from './ticket-table.ts';

const open = openStatuses.join();

const otherChoices = optionFields.filter((name) => name !== 'status');
const choiceFilters = Object.fromEntries(
  otherChoices.map((name) => [name, optionalWords(wordsOf(name), `Only with this ${name}. One or more of`)]),
) as Record<(typeof otherChoices)[number], Field<string | undefined>>;

export const ticketList = clientCommand({
  arguments: {},
  options: {
    project: optionalText('KEY,…', 'Only tickets of these projects, by key or name.'),
    status: {
      ...optionalText(
        'A,B',
        `Only these statuses: ${ticketStatuses.join(', ')}, or names of own statuses of projects. Default: those of open tickets.`,
      ),
      words: ticketStatuses,
    },
    assignee: optionalText(
      'WHO,…',
      'Only tickets of these people: me, none, names, e-mail addresses or ids.',
    ),
    label: optionalText('NAME,…', 'Only tickets with one of these labels.'),
    ...choiceFilters,
    search: optionalText('WORDS', 'Only tickets with all of these words.'),
    sort: optionalWord('FIELD', ticketSorts, 'The order. Default: updatedAt. One of'),
    limit: wholeNumber(1, 1_000, 30, 'How many tickets to show.'),
    url: urlOption,
  },
  examples: [
    'docket ticket list --project APP --status todo,in_progress',
    'docket ticket list --search "login fails" --json',
  ],
  run: async ({ url, status = open, limit, project, label, assignee, ...filters }, context) => {
    const client = await connect(context, url);
    const named = await findFilterIds(client, { project, label, assignee });
    const query = { ...filters, ...named, ...statusFilter(status) };
    const { tickets, total } = await listTickets(client, query, limit).catch(whenWrongStatus);
    return { json: { tickets, total }, text: formatTickets(context, tickets, total) };
  },
});

/** Names of own statuses are looked up by the server, in the query language. */
function statusFilter(text: string): { status: string } | { filter: string } {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const given = names.map(readStatus);
  if (given.every((one) => 'status' in one)) return { status: given.map(({ status }) => status).join() };
  const quoted = names.map((name) => `"${name.replace(/["\\]/g, '\\$&')}"`);
  return { filter: `status in (${quoted.join(', ')})` };
}

function whenWrongStatus(error: unknown): never {
  const [problem] = error instanceof DocketError ? (error.details?.filter ?? []) : [];
  throw problem === undefined ? error : new UsageError(`--status: ${toLine(problem)}`);
}

export const ticketMine = clientCommand({
  arguments: {},
  options: { limit: wholeNumber(1, 1_000, 30, 'How many tickets to show.'), url: urlOption },
  examples: ['docket ticket mine'],
  run: async ({ url, limit }, context) => {
    const client = await connect(context, url);
    const { tickets, total } = await listTickets(client, { assignee: 'me', status: open }, limit);
    return { json: { tickets, total }, text: formatTickets(context, tickets, total) };
  },
});

type Filters = Omit<
  NonNullable<NonNullable<Parameters<Client['listTickets']>[0]>['query']>,
  'fields' | 'limit'
>;

/** The first `limit` tickets, which may be several pages. */
export async function listTickets(client: Client, filters: Filters, limit: number) {
  const first = await client.listTickets({ query: { ...filters, limit: Math.min(limit, 100) } });
  const tickets = [...first.data];
  for (let cursor = first.pagination.nextCursor; cursor !== null && tickets.length < limit; ) {
    const page = await client.listTickets({
      query: { ...filters, limit: Math.min(limit - tickets.length, 100), cursor },
    });
    tickets.push(...page.data);
    cursor = page.pagination.nextCursor;
  }
  return { tickets, total: first.pagination.total };
}

export const ticketShow = clientCommand({
  arguments: { ticket: requiredText('TICKET', 'The key or id of the ticket.') },
  options: { url: urlOption },
  examples: ['docket ticket show APP-7'],
  run: async ({ ticket: id, url }, context) => {
    const client = await connect(context, url);
    const { data: ticket } = await client.getTicket({ params: { id } });
    if (ticket.criteria.total === 0) return { json: { ticket }, text: formatTicket(ticket) };
    const { data: criteria } = await client.listCriteria({ params: { id } });
    return { json: { ticket, criteria }, text: formatTicket(ticket, criteria) };
  },
});

function formatTicket(ticket: TicketWithDetails, criteria: Criterion[] = []): string {
  const { key, id, title, description, comments, labels, project, assignee, reporter, children, checklist } =
    ticket;
  const fields: [string, string | undefined][] = [
    ['status', ticket.statusName ?? ticket.status],
    ...otherChoices.map((name): [string, string | undefined] => [name, ticket[name]]),
    ['project', project ? `${project.key} ${project.name}` : undefined],
    ['assignee', assignee?.name],
    ['reporter', reporter?.name],
    ['labels', labels.map(({ name }) => name).join(', ') || undefined],
    ['due', ticket.dueDate],
    ...ticket.fieldValues.map(({ name, text }): [string, string] => [toLine(name), text]),
    ['estimate', ticket.estimate?.toString()],
    [
      'children',
      children.total > 0 ? `${children.total - children.open} of ${children.total} closed` : undefined,
    ],
    ['created', ticket.createdAt],
    ['updated', ticket.updatedAt],
  ];
  const known = fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, toLine(value)]]));
  const parts = [
    `${key ?? id}  ${toLine(title)}`,
    columns(known).join('\n'),
    ...(description ? [escapeControls(description)] : []),
    ...(criteria.length > 0 ? [criteria.map(formatCriterion).join('\n')] : []),
    ...(checklist.total > 0 ? [checklist.items.map(formatItem).join('\n')] : []),
    ...comments.map(
      ({ author, createdAt, content }) =>
        `${toLine(author.name)}, ${createdAt}:\n${indent(escapeControls(content))}`,
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** `docket evidence add --criterion N` counts as this does. */
const formatCriterion = ({ text, state, evidence }: Criterion, index: number) =>
  `${index + 1}. [${state}${evidence?.commit ? ` at ${evidence.commit.slice(0, 7)}` : ''}] ${toLine(text)}`;

const formatItem = ({ text, done, assignee }: TicketWithDetails['checklist']['items'][number]) =>
  `[${done ? 'x' : ' '}] ${toLine(text)}${assignee ? ` (${toLine(assignee.name)})` : ''}`;

const indent = (text: string) => text.replace(/^/gm, '  ');
