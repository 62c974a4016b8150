import type { Static } from 'typebox';
import { splitList } from '../../platform/comma-list.ts';
import { isId } from '../../platform/ids.ts';
import type { Actor, Scope } from '../../users/index.ts';
import { parseCallerDates } from '../caller-date.ts';
import { type ParseOptions, parseTicketFilter } from '../filter-language/parse-ticket-filter.ts';
import { listVisibleLabelsNamed } from '../labels/label-store.ts';
import type { TicketListQuery } from '../ticket-schemas.ts';
import type { TicketListing } from './list-tickets.ts';
import { searchWords } from './search-words.ts';
import { type DateRange, noValue, type PeopleFilter } from './ticket-filter.ts';

type ListQuery = Static<typeof TicketListQuery>;

/** The filters and the order that a query string requests. */
export async function parseTicketListing(
  scope: Scope,
  query: ListQuery,
  options?: ParseOptions,
): Promise<TicketListing> {
  const plain = await parsePlainListing(scope, query);
  return { ...plain, filter: await parseTicketFilter(scope, query.filter, plain.filter, options) };
}

async function parsePlainListing(scope: Scope, query: ListQuery): Promise<TicketListing> {
  const { actor, clock } = scope;
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
      milestones: splitList(query.milestone),
      labels: await resolveLabelNames(scope, splitList(query.label)),
      parents: splitList(query.parent),
      ready: query.ready || undefined,
      undated: query.undated || undefined,
      overdueAt: query.overdue ? clock.now() : undefined,
      ranges: await parseRanges(scope, query),
      words: query.search ? searchWords(query.search) : undefined,
    },
  };
}

/** The ids of labels; a name stands for the labels of that name in all workspaces, and an unknown one matches nothing. */
async function resolveLabelNames({ db, actor }: Scope, refs: string[] | undefined) {
  const names = refs?.filter((ref) => !isId(ref) && ref !== noValue) ?? [];
  if (names.length === 0) return refs;
  const named = await listVisibleLabelsNamed(db.reads, actor.userId, names);
  return [...(refs ?? []), ...named.map(({ id }) => id)];
}

/** A date without a time is the start of that day, so that a range of days neither overlaps the next nor leaves a gap. */
async function parseRanges(scope: Scope, query: ListQuery): Promise<DateRange[] | undefined> {
  const { dueAfter, dueBefore, createdAfter, createdBefore, updatedSince } = query;
  const bounds = [dueAfter, dueBefore, createdAfter, createdBefore, updatedSince];
  if (bounds.every((text) => text === undefined)) return undefined;
  const moments = await parseCallerDates(scope, bounds, 'start');
  const [dueFrom, dueEnd, createdFrom, createdEnd, updatedFrom] = moments.map((at) => at ?? undefined);
  const ranges: DateRange[] = [
    { field: 'dueDate', from: dueFrom, before: dueEnd },
    { field: 'createdAt', from: createdFrom, before: createdEnd },
    { field: 'updatedAt', from: updatedFrom },
  ];
  return ranges.filter(({ from, before }) => from !== undefined || before !== undefined);
}

function parsePeople(text: string | undefined, { userId }: Actor): PeopleFilter | undefined {
  const list = splitList(text);
  if (!list) return undefined;
  const ids = list.filter((word) => word !== 'none').map((word) => (word === 'me' ? userId : word));
  return { ids, none: list.includes('none') };
}
