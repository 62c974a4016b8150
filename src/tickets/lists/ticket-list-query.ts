import type { Static } from 'typebox';
import { splitList } from '../../platform/comma-list.ts';
import { isId } from '../../platform/ids.ts';
import type { Scope } from '../../users/index.ts';
import { parseCallerDates } from '../caller-date.ts';
import { rangeParameters, ticketFilters, type ValueFilter, valueFilters } from '../fields/ticket-filters.ts';
import { callerWord } from '../filter-language/filter-fields.ts';
import { resolveNames } from '../filter-language/filter-names.ts';
import { type ParseOptions, parseTicketFilter } from '../filter-language/parse-ticket-filter.ts';
import { listVisibleLabelsNamed } from '../labels/label-store.ts';
import type { TicketListQuery } from '../ticket-schemas.ts';
import type { TicketListing } from './list-tickets.ts';
import { searchWords } from './search-words.ts';
import { noValue, type TicketFilter } from './ticket-filter.ts';

type ListQuery = Static<typeof TicketListQuery>;

/** Parses the filters and the order of a query string. */
export async function parseTicketListing(
  scope: Scope,
  query: ListQuery,
  options?: ParseOptions,
): Promise<TicketListing> {
  const plain = await parsePlainListing(scope, query);
  return { ...plain, filter: await parseTicketFilter(scope, query.filter, plain.filter, options) };
}

async function parsePlainListing(scope: Scope, query: ListQuery): Promise<TicketListing> {
  const { clock } = scope;
  return {
    projects: splitList(query.project),
    workspaces: splitList(query.workspace),
    sort: query.sort ?? 'updatedAt',
    order: query.order ?? 'desc',
    filter: {
      ...(await parseValues(scope, query)),
      ...(await parseRanges(scope, query)),
      ready: query.ready || undefined,
      overdueAt: query.overdue ? clock.now() : undefined,
      words: query.search ? searchWords(query.search) : undefined,
    },
  };
}

async function parseValues(scope: Scope, query: ListQuery): Promise<TicketFilter> {
  const filter: TicketFilter = {};
  for (const name of valueFilters) filter[name] = await resolveValues(scope, name, splitList(query[name]));
  return filter;
}

function resolveValues(scope: Scope, name: ValueFilter, values: string[] | undefined) {
  const { kind } = ticketFilters[name];
  if (kind === 'label') return resolveLabelNames(scope, values);
  if (kind === 'ownStatus') return resolveOwnStatusNames(scope, values);
  if (kind !== 'person') return values;
  return values?.map((word) => (word === callerWord ? scope.actor.userId : word));
}

/** Finds the ids of labels. A name stands for the labels of that name in all workspaces; an unknown one matches nothing. */
async function resolveLabelNames({ db, actor }: Scope, refs: string[] | undefined) {
  const names = refs?.filter((ref) => !isId(ref) && ref !== noValue) ?? [];
  if (names.length === 0) return refs;
  const named = await listVisibleLabelsNamed(db.reads, actor.userId, names);
  return [...(refs ?? []), ...named.map(({ id }) => id)];
}

/** Like resolveLabelNames, for the own statuses of all visible projects. */
async function resolveOwnStatusNames(scope: Scope, refs: string[] | undefined) {
  const names = refs?.filter((ref) => !isId(ref) && ref !== noValue) ?? [];
  if (names.length === 0) return refs;
  const named = await resolveNames(scope, 'ownStatus', names);
  return [...(refs ?? []), ...[...named.values()].flat()];
}

/** A date without a time is the start of that day, so that consecutive ranges neither overlap nor leave a gap. */
async function parseRanges(scope: Scope, query: ListQuery): Promise<TicketFilter> {
  const filter: TicketFilter = {};
  const requested = rangeParameters.filter(({ parameter }) => query[parameter] !== undefined);
  if (requested.length === 0) return filter;
  const texts = requested.map(({ parameter }) =>
    typeof query[parameter] === 'string' ? query[parameter] : undefined,
  );
  const moments = await parseCallerDates(scope, texts, 'start');
  for (const [index, { name, bound, parameter }] of requested.entries()) {
    const value = bound === 'none' ? query[parameter] || undefined : (moments[index] ?? undefined);
    if (value !== undefined) filter[name] = { ...filter[name], [bound]: value };
  }
  return filter;
}
