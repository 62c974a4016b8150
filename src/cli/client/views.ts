import type { Client, View } from '../../../sdk/index.ts';
import { clientCommand, requiredText, UsageError, wholeNumber } from '../command.ts';
import { urlOption } from './common-options.ts';
import { connect } from './connection.ts';
import { formatTable } from './table.ts';
import { listTickets } from './ticket-read.ts';
import { formatTickets } from './ticket-table.ts';

export const viewList = clientCommand({
  arguments: {},
  options: { url: urlOption },
  examples: ['docket view list'],
  run: async ({ url }, context) => {
    const views = await listViews(await connect(context, url));
    const rows = views.map(({ id, scope, isStarred, name }) => [id, scope, isStarred ? 'yes' : '', name]);
    const table = formatTable(context, ['ID', 'SCOPE', 'STARRED', 'NAME'], rows, 3);
    return { json: { views }, text: views.length === 0 ? 'No views.\n' : table };
  },
});

export const viewShow = clientCommand({
  arguments: { view: requiredText('VIEW', 'The name or id of the view.') },
  options: { limit: wholeNumber(1, 1_000, 30, 'How many tickets to show.'), url: urlOption },
  examples: ['docket view show "This week"'],
  run: async ({ view: named, limit, url }, context) => {
    const client = await connect(context, url);
    const view = await findView(client, named);
    // The list of a view is limited to its project or workspace, which only `ticketsUrl` states.
    const query = Object.fromEntries(new URL(view.ticketsUrl, 'http://docket').searchParams);
    const { tickets, total } = await listTickets(client, query, limit);
    return { json: { view, tickets, total }, text: formatTickets(context, tickets, total) };
  },
});

async function listViews(client: Client): Promise<View[]> {
  const views = [];
  for await (const view of client.listViews.all()) views.push(view);
  return views;
}

async function findView(client: Client, named: string): Promise<View> {
  const views = await listViews(client);
  const found = views.filter(({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase());
  if (found.length > 1)
    throw new UsageError(`Several views have the name ${JSON.stringify(named)}. Use the id of one.`);
  return found[0] ?? (await client.getView({ params: { id: named } })).data;
}
