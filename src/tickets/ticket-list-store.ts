import { dynamicStatement, type Queries } from '../platform/db/index.ts';
import type { Page } from '../platform/paging.ts';
import { searchCondition, searchParams, type TicketCondition } from './search-condition.ts';
import type { Ticket } from './ticket.ts';
import type { PeopleFilter, TicketFilter } from './ticket-filter.ts';
import {
  peopleColumns,
  peopleJoins,
  type TicketCounts,
  type TicketPeople,
  ticketColumns,
} from './ticket-store.ts';

export const ticketSorts = ['title', 'priority', 'status', 'createdAt', 'updatedAt'] as const;
export type TicketSort = (typeof ticketSorts)[number];

/** Where to look: homes that are visible as a whole, and homes in which only the person's own tickets are. */
export interface Homes {
  whole: string[];
  guest: string[];
  userId: string;
}

export type TicketItem = Ticket &
  TicketCounts &
  TicketPeople & { projectKey: string | null; workspaceId: string };

const itemColumns = `${ticketColumns}, ${peopleColumns}, p.key as "projectKey",
  coalesce(p.workspace_id, t.home_id) as "workspaceId"`;
const itemJoins = `${peopleJoins} left join projects p on p.id = t.project_id`;

const sortColumns: Record<TicketSort, string> = {
  title: 't.title_folded',
  priority: 't.priority_rank',
  status: 't.status_rank',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
};

const headsMax = 16;

/**
 * One page. Where a few homes are asked, the head of each is read along its own index and the heads are merged, so
 * the cost is that of the page and not of the table. Many homes at once are read along the newest of all, and
 * people's tickets along the people's index.
 */
export function listTicketRows(
  queries: Queries,
  homes: Homes,
  filter: TicketFilter,
  sort: TicketSort,
  order: 'asc' | 'desc',
  page: Page,
): Promise<TicketItem[]> {
  const ordered = orderedBy(sort, order);
  const conditions = ['t.deleted_at is null', ...filterConditions(filter)];
  const source = isMerged(homes, filter)
    ? `(${headsOf(homes, conditions, ordered)}) h join tickets t on t.id = h.id ${itemJoins}`
    : `tickets t ${itemJoins} where ${[walkedScope(homes, filter), ...conditions].join(' and ')}`;
  const shape = dynamicStatement<object, TicketItem>(
    `select ${itemColumns} from ${source} ${ordered} limit :limit offset :offset`,
  );
  return queries.list(shape, {
    ...scopeParams(homes),
    ...filterParams(filter),
    window: page.offset + page.limit,
    limit: page.limit,
    offset: page.offset,
  });
}

export const orderedBy = (sort: TicketSort, order: 'asc' | 'desc') =>
  `order by ${sortColumns[sort]} ${order}, t.id ${order}`;

/** What the words found, or what lies below a ticket, is named by itself: no order of a home leads to it. */
const isNamed = ({ found, parents }: TicketFilter) => found !== undefined || parents !== undefined;

const isMerged = ({ whole, guest }: Homes, filter: TicketFilter) =>
  !isNamed(filter) &&
  filter.assignees === undefined &&
  filter.reporters === undefined &&
  whole.length <= headsMax &&
  (whole.length !== 1 || guest.length > 0);

// An index of the homes is not asked for an expression.
const hiddenHome = "t.home_id || ''";

/** One home is read along its own index; many along that of the people or of the sort, for which theirs is hidden. */
const walkedScope = (homes: Homes, filter: TicketFilter) =>
  !isNamed(filter) && homes.whole.length === 1 && homes.guest.length === 0
    ? 't.home_id = :home0'
    : scopeCondition(homes, hiddenHome);

export async function countTicketRows(queries: Queries, homes: Homes, filter: TicketFilter): Promise<number> {
  const scope = scopeCondition(homes, isNamed(filter) ? hiddenHome : undefined);
  const where = ['t.deleted_at is null', scope, ...filterConditions(filter)].join(' and ');
  const shape = dynamicStatement<object, { total: number }>(
    `select count(*) as total from tickets t where ${where}`,
  );
  const row = await queries.find(shape, { ...scopeParams(homes), ...filterParams(filter) });
  return row?.total ?? 0;
}

/** What a list shows, of tickets that are named by their ids. */
export const listedCondition = (homes: Homes, filter: TicketFilter): TicketCondition => ({
  sql: ['t.deleted_at is null', scopeCondition(homes, hiddenHome), ...filterConditions(filter)].join(' and '),
  params: { ...scopeParams(homes), ...filterParams(filter) },
});

/** The items with these ids, in this order. */
export async function listTicketRowsById(queries: Queries, ids: string[]): Promise<TicketItem[]> {
  const shape = dynamicStatement<{ ids: string[] }, TicketItem>(
    `select ${itemColumns} from tickets t ${itemJoins} where t.id in :ids[]`,
  );
  const place = new Map(ids.map((id, index) => [id, index]));
  const rows = await queries.list(shape, { ids });
  return rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
}

function headsOf(homes: Homes, conditions: string[], ordered: string): string {
  const head = (scope: string) =>
    `select * from (select t.id from tickets t where ${[scope, ...conditions].join(' and ')} ${ordered} limit :window) x`;
  const heads = Array.from({ length: paddedLength(homes.whole.length) }, (_, i) =>
    head(`t.home_id = :home${i}`),
  );
  if (homes.guest.length > 0) {
    heads.push(
      head('t.reporter_id = :me and t.home_id in :guestHomes[]'),
      head('t.assignee_id = :me and t.reporter_id <> :me and t.home_id in :guestHomes[]'),
    );
  }
  return heads.join(' union all ');
}

/** 1, 2, 4, 8 or 16, so that few shapes are prepared; the places over are filled with a home that does not exist. */
const paddedLength = (homes: number) => 2 ** Math.ceil(Math.log2(Math.max(homes, 1)));

/** The same scope as one condition. */
export function scopeCondition(homes: Homes, homeColumn = 't.home_id'): string {
  const whole = `${homeColumn} in :homes[]`;
  if (homes.guest.length === 0) return whole;
  return `(${whole} or (t.home_id in :guestHomes[] and (t.reporter_id = :me or t.assignee_id = :me)))`;
}

export function scopeParams({ whole, guest, userId }: Homes) {
  const places = Array.from({ length: paddedLength(whole.length) }, (_, i) => [`home${i}`, whole[i] ?? '']);
  return { homes: whole, guestHomes: guest, me: userId, ...Object.fromEntries(places) };
}

function filterConditions(filter: TicketFilter): string[] {
  const conditions: string[] = [];
  const oneOf = (column: string, name: string, list: string[] | undefined) => {
    if (list) conditions.push(`${column} in :${name}[]`);
  };
  oneOf('t.status', 'statuses', filter.statuses);
  oneOf('t.priority', 'priorities', filter.priorities);
  oneOf('t.type', 'types', filter.types);
  oneOf('t.stage', 'stages', filter.stages);
  oneOf('t.group_id', 'groups', filter.groups);
  oneOf('t.parent_id', 'parents', filter.parents);
  if (filter.assignees) conditions.push(peopleCondition('t.assignee_id', 'assignees', filter.assignees));
  if (filter.reporters) conditions.push(peopleCondition('t.reporter_id', 'reporters', filter.reporters));
  if (filter.labels) {
    conditions.push(
      'exists (select 1 from ticket_labels tl where tl.ticket_id = t.id and tl.label_id in :labels[])',
    );
  }
  if (filter.ready) conditions.push(readyCondition);
  if (filter.created) {
    const sign = filter.created.order === 'asc' ? '>' : '<';
    conditions.push(`(t.created_at, t.id) ${sign} (:afterAt, :afterId) and t.created_at <= :until`);
  }
  if (filter.found) conditions.push(filter.found.sql);
  else for (const index of (filter.words ?? []).keys()) conditions.push(searchCondition(index));
  return conditions;
}

// What went with its project holds nothing up: nobody could finish it.
const blockings = `ticket_relations b join tickets x on x.id = b.from_id left join projects y on y.id = x.project_id
  where b.kind = 'blocks' and x.deleted_at is null and x.status not in ('done', 'cancelled')
    and coalesce(y.status, 'active') <> 'deleted'`;
/** The ids of all tickets that wait for another. */
export const blockedTickets = `select b.to_id from ${blockings}`;
const readyCondition = `t.status not in ('done', 'cancelled')
  and not exists (select 1 from ${blockings} and b.to_id = t.id)`;

function peopleCondition(column: string, name: string, { none }: PeopleFilter): string {
  return none ? `(${column} is null or ${column} in :${name}[])` : `${column} in :${name}[]`;
}

function filterParams(filter: TicketFilter) {
  const { statuses, priorities, types, stages, groups, parents, labels, assignees, reporters, words } =
    filter;
  const lists = {
    statuses,
    priorities,
    types,
    stages,
    groups,
    parents,
    labels,
    assignees: assignees?.ids,
    reporters: reporters?.ids,
  };
  const given = Object.entries(lists).filter(([, list]) => list !== undefined);
  const { created } = filter;
  return {
    ...Object.fromEntries(given),
    ...(created && { afterAt: created.after.createdAt, afterId: created.after.id, until: created.until }),
    ...searchParams(words ?? []),
    ...filter.found?.params,
  };
}
