import { escapeLike, likeParams } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { absentSortValue, type SortValues } from '../../platform/paging.ts';
import { fieldDeclaration, toHundredths } from '../fields/ticket-fields.ts';
import { type Ticket, ticketPriorities, ticketStatuses } from '../ticket.ts';
import {
  type EstimateRange,
  type FieldCondition,
  type FilterTree,
  type Homes,
  noValue,
  type PeopleFilter,
  type TicketCondition,
  type TicketFilter,
} from './ticket-filter.ts';

export const ticketSorts = [
  'title',
  'priority',
  'status',
  'createdAt',
  'updatedAt',
  'rank',
  'dueDate',
  'estimate',
] as const;
export type TicketSort = (typeof ticketSorts)[number];

interface TicketSelection {
  /** Absent: the condition does not restrict homes, and the statement has to. */
  homes?: Homes;
  filter?: TicketFilter;
  sort?: TicketSort;
  order?: 'asc' | 'desc';
  /** Only tickets after the one with these sort values. */
  after?: SortValues | undefined;
  /** Makes the planner start from a more selective index, such as that of people or of ids, than that of homes. */
  avoidHomeIndex?: boolean;
}

/** Fragments of SQL about the ticket `t`, from which stores of this and other modules build their statements. */
export interface TicketQuery {
  /** The ticket is visible and matches the filter, apart from its words. */
  condition: TicketCondition;
  /** For each word of the filter the condition that the ticket contains it; the words are bound as `:word0`, `:word1` … */
  wordConditions: string[];
  /** The same for statements that name the tickets they read: no plan scans all comments for them. */
  wordConditionsOfFew: string[];
  orderBy: string;
  /** A subquery that selects the ids of all tickets that an open ticket blocks. */
  blockedIds: string;
}

export function buildTicketQuery(selection: TicketSelection): TicketQuery {
  const { homes, filter = {}, sort = 'updatedAt', order = 'desc', after, avoidHomeIndex } = selection;
  const scope = homes && scopeCondition(homes, avoidHomeIndex);
  const conditions = [
    't.deleted_at is null',
    ...(scope ? [scope] : []),
    ...filterConditions(filter),
    ...(after ? [afterCondition(sort, order, after)] : []),
  ];
  const words = wordsToCheck(filter);
  const tree = filter.tree && treeCondition(filter.tree);
  if (tree) conditions.push(tree.sql);
  return {
    condition: {
      sql: conditions.join(' and '),
      params: {
        ...(homes && scopeParams(homes)),
        ...filterParams(filter),
        ...tree?.params,
        ...likeParams(words),
        ...(after && { pageAfterKey: after[0] as string | number, pageAfterId: after[1] as string }),
      },
    },
    wordConditions: words.map((_, index) => containsWord(index)),
    wordConditionsOfFew: words.map((_, index) => containsWord(index, readEachTicket)),
    orderBy: `order by ${sortColumns[sort]} ${order}${mayBeAbsent(sort) ? ' nulls last' : ''}, t.id ${order}`,
    blockedIds: `select b.to_id from ${openBlockers}`,
  };
}

const sortColumns: Record<TicketSort, string> = {
  title: 't.title_folded',
  priority: 't.priority_rank',
  status: 't.status_rank',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  rank: 't.rank',
  dueDate: 't.due_date',
  estimate: 't.estimate_hundredths',
};

/** Tickets without the value come last in both directions. */
const mayBeAbsent = (sort: TicketSort) => sort === 'dueDate' || sort === 'estimate';

/** The ticket comes after the one with these sort values. */
function afterCondition(sort: TicketSort, order: 'asc' | 'desc', [key]: SortValues): string {
  const own = sortColumns[sort];
  const column = mayBeAbsent(sort) ? `coalesce(${own}, ${absentSortValue})` : own;
  const isAfter = `(${column}, t.id) ${order === 'asc' ? '>' : '<'} (:pageAfterKey, :pageAfterId)`;
  if (!mayBeAbsent(sort) || order === 'asc') return isAfter;
  return key === absentSortValue ? `${own} is null and ${isAfter}` : `(${own} is null or ${isAfter})`;
}

/** What a list reads of each ticket, so that the next page can begin after it. */
export type SortedRow = Pick<
  Ticket,
  'id' | 'title' | 'priority' | 'status' | 'createdAt' | 'updatedAt' | 'rank' | 'dueDate' | 'estimate'
>;

/** The value of a ticket in the column by which a list is sorted. */
export function sortValueOf(sort: TicketSort, row: SortedRow): string | number {
  if (sort === 'title') return foldCase(row.title);
  if (sort === 'priority') return ticketPriorities.indexOf(row.priority);
  if (sort === 'status') return ticketStatuses.indexOf(row.status);
  if (sort === 'estimate') return row.estimate === null ? absentSortValue : toHundredths(row.estimate);
  return row[sort] ?? absentSortValue;
}

/** Whether these can be the sort values of a ticket; somebody may have made them up. */
export function areSortValuesOf(sort: TicketSort, [key, id, ...rest]: SortValues): boolean {
  const type = sort === 'title' || sort === 'rank' ? 'string' : 'number';
  return typeof key === type && typeof id === 'string' && rest.length === 0;
}

/** No engine uses the index of a column inside an expression. */
const unindexedHome = "t.home_id || ''";

function scopeCondition({ guest }: Homes, avoidHomeIndex = false): string {
  const whole = `${avoidHomeIndex ? unindexedHome : 't.home_id'} in :homes[]`;
  if (guest.length === 0) return whole;
  return `(${whole} or (t.home_id in :guestHomes[] and (t.reporter_id = :me or t.assignee_id = :me)))`;
}

/** Besides the lists, `:home0`, `:home1` … for statements that read the homes one by one. */
export function scopeParams({ whole, guest, userId }: Homes) {
  const single = Array.from({ length: paddedLength(whole.length) }, (_, i) => [`home${i}`, whole[i] ?? '']);
  return { homes: whole, guestHomes: guest, me: userId, ...Object.fromEntries(single) };
}

/** 1, 2, 4, 8 or 16, so that few statements are prepared; the excess parameters are bound to a home that does not exist. */
export const paddedLength = (homes: number) => 2 ** Math.ceil(Math.log2(Math.max(homes, 1)));

function filterConditions(filter: TicketFilter): string[] {
  const conditions: string[] = [];
  const oneOf = (column: string, name: string, list: string[] | undefined) => {
    if (list) conditions.push(`${column} in :${name}[]`);
  };
  const oneOfOrNone = (
    name: 'groups' | 'milestones' | 'parents' | 'labels',
    absent: string,
    present: string,
  ) => {
    const list = filter[name];
    if (list) conditions.push(list.includes(noValue) ? `(${absent} or ${present})` : present);
  };
  oneOf('t.status', 'statuses', filter.statuses);
  oneOf('t.priority', 'priorities', filter.priorities);
  oneOf('t.type', 'types', filter.types);
  oneOf('t.stage', 'stages', filter.stages);
  oneOfOrNone('groups', 't.group_id is null', 't.group_id in :groups[]');
  oneOfOrNone('milestones', 't.milestone_id is null', 't.milestone_id in :milestones[]');
  oneOfOrNone('parents', 't.parent_id is null', 't.parent_id in :parents[]');
  oneOfOrNone('labels', `not ${hasLabel}`, `${hasLabel.slice(0, -1)} and tl.label_id in :labels[])`);
  if (filter.assignees) conditions.push(peopleCondition('t.assignee_id', 'assignees', filter.assignees));
  if (filter.reporters) conditions.push(peopleCondition('t.reporter_id', 'reporters', filter.reporters));
  if (filter.undated) conditions.push('t.due_date is null');
  if (filter.estimates) conditions.push(...estimateConditions(filter.estimates));
  if (filter.ready) conditions.push(readyCondition);
  for (const { field, from, before } of filter.ranges ?? []) {
    const { column } = fieldDeclaration(field);
    if (from !== undefined) conditions.push(`t.${column} >= :${field}From`);
    if (before !== undefined) conditions.push(`t.${column} < :${field}Before`);
  }
  if (filter.overdueAt !== undefined)
    conditions.push(`t.due_date < :overdueAt and t.status not in ('done', 'cancelled')`);
  if (filter.created) {
    const sign = filter.created.order === 'asc' ? '>' : '<';
    conditions.push(`(t.created_at, t.id) ${sign} (:afterAt, :afterId) and t.created_at <= :until`);
  }
  oneOf('t.home_id', 'inHomes', filter.inHomes);
  if (filter.fieldValues) conditions.push(`t.id in (${idsByFieldValue(filter.fieldValues).sql})`);
  if (filter.found) conditions.push(filter.found.sql);
  return conditions;
}

const bounds = { atLeast: '>=', moreThan: '>', atMost: '<=', lessThan: '<' } as const;
type Bound = keyof typeof bounds;

/** The index has texts of up to 200 characters; of longer ones it has a hash. */
const fieldText = `(case when fv.text_key like 'sha256:%' then coalesce(fv.text_folded, fv.text_key) else fv.text_key end)`;

/** A subquery that selects the ids of all tickets with such a value, along the index of field and value. */
export function idsByFieldValue(condition: FieldCondition): TicketCondition {
  const given = (Object.keys(bounds) as Bound[]).filter((name) => condition[name] !== undefined);
  const { words = [] } = condition;
  const conditions = [
    'fv.field_id in :fieldIds[]',
    ...(condition.texts ? ['fv.text_key in :fieldTexts[]'] : []),
    ...words.map((_, index) => `${fieldText} like :fieldWord${index} escape '!'`),
    ...given.map((name) => `fv.number_key ${bounds[name]} cast(:field_${name} as double precision)`),
  ];
  return {
    sql: `select fv.ticket_id from ticket_field_values fv where ${conditions.join(' and ')}`,
    params: {
      fieldIds: condition.fieldIds,
      ...(condition.texts && { fieldTexts: condition.texts }),
      ...Object.fromEntries(words.map((word, index) => [`fieldWord${index}`, `%${escapeLike(word)}%`])),
      ...Object.fromEntries(given.map((name) => [`field_${name}`, condition[name] as number])),
    },
  };
}

function estimateConditions(range: EstimateRange): string[] {
  if (range === 'none') return ['t.estimate_hundredths is null'];
  return [
    't.estimate_hundredths is not null',
    ...(range.from === undefined ? [] : ['t.estimate_hundredths >= :estimateFrom']),
    ...(range.before === undefined ? [] : ['t.estimate_hundredths < :estimateBefore']),
  ];
}

/** The words that the search index has not answered already. */
const wordsToCheck = ({ found, words = [] }: TicketFilter) => (found ? [] : words);

/** The parameters of the nth filter of a tree end with `_n`, so that filters of one statement do not share them. */
function treeCondition(tree: FilterTree): TicketCondition {
  const params: TicketCondition['params'] = {};
  let filters = 0;
  const sqlOf = (part: FilterTree): string => {
    if ('not' in part) return `(${sqlOf(part.not)}) is not true`;
    if ('all' in part) return `(${part.all.map(sqlOf).join(' and ') || '1 = 1'})`;
    if ('any' in part) return `(${part.any.map(sqlOf).join(' or ') || '1 = 0'})`;
    const suffix = `_${filters++}`;
    const own = { ...filterParams(part.is), ...likeParams(wordsToCheck(part.is)) };
    for (const [name, value] of Object.entries(own)) params[name + suffix] = value;
    const conditions = [
      ...filterConditions(part.is),
      ...wordsToCheck(part.is).map((_, index) => containsWord(index)),
    ];
    return `(${conditions.map((sql) => sql.replace(parameter, `$&${suffix}`)).join(' and ') || '1 = 1'})`;
  };
  return { sql: sqlOf(tree), params };
}

/** A parameter in a condition, not a cast. */
const parameter = /(?<!:):[a-zA-Z_]\w*/g;

const hasLabel = 'exists (select 1 from ticket_labels tl where tl.ticket_id = t.id)';

// A ticket of a deleted project blocks nothing, because nobody could finish it.
const openBlockers = `ticket_relations b join tickets x on x.id = b.from_id left join projects y on y.id = x.project_id
  where b.kind = 'blocks' and x.deleted_at is null and x.status not in ('done', 'cancelled')
    and coalesce(y.status, 'active') <> 'deleted'`;
const readyCondition = `t.status not in ('done', 'cancelled')
  and not exists (select 1 from ${openBlockers} and b.to_id = t.id)`;

function peopleCondition(column: string, name: string, { none }: PeopleFilter): string {
  return none ? `(${column} is null or ${column} in :${name}[])` : `${column} in :${name}[]`;
}

/** The word is part of the key, the title, the description or a comment. */
function containsWord(index: number, endOfComments = ''): string {
  const contains = (text: string) => `${text} like :word${index} escape '!'`;
  return `(${contains('t.title_folded')} or ${contains('t.description_folded')}
    or exists (select 1 from projects k where k.id = t.project_id and ${contains("lower(k.key) || '-' || t.number")})
    or exists (select 1 from comments c where c.ticket_id = t.id and ${contains('c.content_folded')}${endOfComments}))`;
}

/** PostgreSQL may answer `exists` with one scan of the table for all tickets; with an offset it reads those of each ticket. */
const readEachTicket = ' limit 1 offset 0';

function filterParams(filter: TicketFilter): TicketCondition['params'] {
  const {
    assignees,
    reporters,
    ranges = [],
    overdueAt,
    created,
    found,
    fieldValues,
    words: _,
    ready: __,
    estimates,
    undated: ___,
    tree: ____,
    ...lists
  } = filter;
  const limits = ranges.flatMap(({ field, from, before }) => [
    [`${field}From`, from],
    [`${field}Before`, before],
  ]);
  const params = {
    ...lists,
    assignees: assignees?.ids,
    reporters: reporters?.ids,
    ...Object.fromEntries(limits),
    overdueAt,
    ...(estimates &&
      estimates !== 'none' && { estimateFrom: estimates.from, estimateBefore: estimates.before }),
  };
  return {
    ...Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)),
    ...(created && { afterAt: created.after.createdAt, afterId: created.after.id, until: created.until }),
    ...(fieldValues && idsByFieldValue(fieldValues).params),
    ...found?.params,
  };
}
