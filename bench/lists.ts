import { ticketSorts } from '../src/tickets/fields/ticket-fields.ts';
import type { TicketSort } from '../src/tickets/lists/ticket-query.ts';
import { median } from './median.ts';
import type { ProcessFigure } from './process-figures.ts';
import type { Seeded } from './seeded.ts';
import { type TimedResponse, timeCall } from './timed-call.ts';

export const lists = 'lists with filters';

const randomLists = 60;
const filtersMax = 3;
const rounds = 7;
const firstPageMsMax = 15;
const timesUnfilteredMax = 5;
const anyPageMsMax = 150;
const depths = [0.1, 0.35, 0.5, 0.65, 0.9, 1];

const unfiltered = '';

type TimedGet = (path: string) => Promise<TimedResponse>;

interface Timed {
  query: string;
  ms: number;
}

/**
 * The median time of first pages of lists with one to three filters and any sort, and of pages at any depth, over HTTP on
 * one connection. The figures are those of the slowest list, named in the row.
 */
export async function measureLists(origin: string, seeded: Seeded): Promise<ProcessFigure[]> {
  const call = timeCall(origin, seeded.cookie);
  const get: TimedGet = (path) => call({ method: 'GET', path });
  const single = filtersOf(seeded).map((filter) => [filter]);
  const queries = [
    ...single.map((filters) => queryOf(filters, 'updatedAt', 'desc')),
    ...Array.from({ length: randomLists }, (_, i) => randomQuery(seeded, i)),
  ];
  // In the same rounds: the first requests of a server take several times as long.
  const timed = await timeAll(get, [unfiltered, ...queries]);
  const unfilteredMs = timed.find(({ query }) => query === unfiltered)?.ms as number;
  const firstPages = timed.filter(({ query }) => query !== unfiltered);
  const slowest = firstPages[0] as Timed;
  const deep = await timeAll(get, await deepPages(get, [unfiltered, ...queries.slice(0, 24)]));
  return [
    { name: 'p50 of the first page without filter', value: unfilteredMs, unit: 'ms' },
    {
      name: `p50 of the first page, median of ${queries.length} lists`,
      value: median(firstPages.map(({ ms }) => ms)),
      unit: 'ms',
    },
    {
      name: `p50 of the first page, slowest of ${queries.length} lists: ${slowest.query}`,
      value: slowest.ms,
      unit: 'ms',
      atMost: firstPageMsMax,
    },
    {
      name: '… against the first page without filter',
      value: slowest.ms / unfilteredMs,
      unit: 'times as long',
      atMost: timesUnfilteredMax,
    },
    {
      name: `p50 of any page, slowest of ${deep.length}: ${deep[0]?.query}`,
      value: deep[0]?.ms as number,
      unit: 'ms',
      atMost: anyPageMsMax,
    },
  ];
}

/** One round over all queries after the other, so that other load on the machine affects all alike. Slowest first. */
async function timeAll(get: TimedGet, queries: string[]): Promise<Timed[]> {
  const times = queries.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, query] of queries.entries()) {
      const { ms } = await get(`/api/tickets?${query}`);
      if (round > 0) times[i]?.push(ms);
    }
  }
  return queries.map((query, i) => ({ query, ms: median(times[i] ?? []) })).sort((a, b) => b.ms - a.ms);
}

/** For each list its pages at several depths, the last one included. */
async function deepPages(get: TimedGet, queries: string[]): Promise<string[]> {
  const pages: string[] = [];
  for (const query of queries) {
    const { body } = await get(`/api/tickets?${query}`);
    const { totalPages } = (body as { pagination: { totalPages: number } }).pagination;
    for (const depth of depths) pages.push(`${query}&page=${Math.max(1, Math.ceil(totalPages * depth))}`);
  }
  return pages;
}

function filtersOf({ projects, scope }: Seeded): string[] {
  return [
    'status=todo',
    'status=done,cancelled',
    'priority=high,highest',
    'type=BUG',
    'stage=TESTING',
    'assignee=none',
    `assignee=${scope.actor.userId}`,
    `reporter=${scope.actor.userId}`,
    `project=${projects[0]?.key}`,
    `project=${projects.slice(0, 5).map(({ key }) => key)}`,
    'overdue=true',
    'updatedSince=2026-01-01',
    'createdBefore=2025-06-01',
    ...conditions.map((condition) => `filter=${encodeURIComponent(condition)}`),
  ];
}

/** Filters of the query language that plain parameters cannot express. */
const conditions = [
  'status in (todo, in_progress) and (due < 7d or priority >= high) and not type = bug',
  'assignee = me or label = none and not overdue',
  'not (status = done or created < 2025-06-01 or priority = low)',
];

/** The same lists in every run. */
function randomQuery(seeded: Seeded, n: number): string {
  const filters = filtersOf(seeded);
  const chosen = new Map<string, string>();
  for (let i = 0; i < 1 + (n % filtersMax); i++) {
    const filter = filters[(n * 7 + i * 5 + ((n * i) % 3)) % filters.length] as string;
    chosen.set(filter.split('=')[0] as string, filter);
  }
  const sort = ticketSorts[n % ticketSorts.length] as TicketSort;
  return queryOf([...chosen.values()], sort, n % 2 === 0 ? 'asc' : 'desc');
}

const queryOf = (filters: string[], sort: TicketSort, order: 'asc' | 'desc') =>
  [...filters, `sort=${sort}`, `order=${order}`].join('&');
