import { getContext } from '../context-packs/index.ts';
import { Refusal } from '../platform/errors.ts';
import { parsePage } from '../platform/paging.ts';
import { ticketIndex } from '../search/index.ts';
import { getTicket, listTickets, openStatuses, parseSavedQuery, ticketKey } from '../tickets/index.ts';
import { findKeyRefusal, type Scope } from '../users/index.ts';
import { describeTicket } from './describe-ticket.ts';
import { contextCharactersMax } from './tools/get-context.ts';
import { writeOutput } from './write-output.ts';

export interface ResourceItem {
  uri: string;
  name: string;
  mimeType: string;
}

export interface ResourceContent {
  mimeType: string;
  text: string;
}

const json = 'application/json';
const markdown = 'text/markdown';

/** What a client can attach to a conversation by its address. */
export const resourceTemplates = [
  {
    uriTemplate: 'docket://ticket/{key}',
    name: 'ticket',
    title: 'Ticket',
    description: 'A ticket with its description and latest comments',
    mimeType: json,
  },
  {
    uriTemplate: 'docket://task/{id}/context',
    name: 'context',
    title: 'Context of a task',
    description: 'What an agent needs to know for a task',
    mimeType: markdown,
  },
];

const listedMax = 50;

const plannedStatuses = openStatuses.filter((status) => status !== 'backlog').join();

/** The open tickets of the actor that somebody plans to do. Only their keys: a title is text of other people, and here nothing marks it as such. */
export async function listOwnTickets(scope: Scope): Promise<ResourceItem[]> {
  if (findKeyRefusal(scope.actor, ['read'], false) !== undefined) return [];
  const listing = await parseSavedQuery(scope, { assignee: 'me', status: plannedStatuses });
  const { rows } = await listTickets(scope, listing, parsePage({ limit: listedMax }), ticketIndex);
  return rows.map(({ id, projectKey, number }) => {
    const name = ticketKey(projectKey, number) ?? id;
    return { uri: `docket://ticket/${name}`, name, mimeType: json };
  });
}

export async function readResource(scope: Scope, uri: string): Promise<ResourceContent | undefined> {
  const [, kind, ref = '', part] =
    /^docket:\/\/(ticket|task)\/([\w-]{1,100})(?:\/(context))?$/.exec(uri) ?? [];
  const read =
    kind === 'ticket' && part === undefined
      ? readTicket
      : kind === 'task' && part === 'context'
        ? readContext
        : undefined;
  try {
    return await read?.(scope, ref);
  } catch (error) {
    if (error instanceof Refusal && ['NOT_FOUND', 'FORBIDDEN'].includes(error.code)) return undefined;
    throw error;
  }
}

async function readTicket(scope: Scope, key: string): Promise<ResourceContent | undefined> {
  if (findKeyRefusal(scope.actor, ['read'], false) !== undefined) return undefined;
  const ticket = await getTicket(scope, key);
  return { mimeType: json, text: writeOutput(await describeTicket(scope, ticket)) };
}

async function readContext(scope: Scope, id: string): Promise<ResourceContent | undefined> {
  if (findKeyRefusal(scope.actor, ['read', 'agent'], false) !== undefined) return undefined;
  const text = await getContext(scope, id, contextCharactersMax);
  return { mimeType: markdown, text: writeOutput({ text }) };
}
