import type { Static } from 'typebox';
import { splitList } from '../platform/comma-list.ts';
import type { Actor } from '../users/index.ts';
import type { TicketListing } from './list-tickets.ts';
import { searchWords } from './search-words.ts';
import type { PeopleFilter } from './ticket-filter.ts';
import type { TicketListQuery } from './ticket-schemas.ts';

/** The filters and the order that a query string requests. */
export function parseTicketListing(query: Static<typeof TicketListQuery>, actor: Actor): TicketListing {
  return {
    projects: splitList(query.project),
    workspaces: splitList(query.workspace),
    sort: query.sort ?? 'updatedAt',
    order: query.order ?? 'desc',
    filter: {
      statuses: splitList(query.status),
      priorities: splitList(query.priority),
      types: splitList(query.type),
      stages: splitList(query.stage),
      assignees: parsePeople(query.assignee, actor),
      reporters: parsePeople(query.reporter, actor),
      groups: splitList(query.group),
      labels: splitList(query.label),
      parents: splitList(query.parent),
      ready: query.ready || undefined,
      words: query.search ? searchWords(query.search) : undefined,
    },
  };
}

export function parsePeople(text: string | undefined, { userId }: Actor): PeopleFilter | undefined {
  const list = splitList(text);
  if (!list) return undefined;
  const ids = list.filter((word) => word !== 'none').map((word) => (word === 'me' ? userId : word));
  return { ids, none: list.includes('none') };
}
