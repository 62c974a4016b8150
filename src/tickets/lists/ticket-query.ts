import { escapeLike, likeParams } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { absentSortValue, type SortValues } from '../../platform/paging.ts';
import {
  fieldDeclaration,
  openCondition,
  type SortField,
  sortColumn,
  storedValue,
  type Ticket,
  type TicketField,
} from '../fields/ticket-fields.ts';
import { rangeFilters, ticketFilters, valueFilters } from '../fields/ticket-filters.ts';
import {
  type FieldCondition,
  type FilterTree,
  type Homes,
  noValue,
  type TicketCondition,
  type TicketFilter,
} from './ticket-filter.ts';

export type TicketSort = SortField;

interface TicketSelection {
  /** If absent, the condition does not restrict homes, and the statement must. */
  homes?: Homes;
  filter?: TicketFilter;
  sort?: TicketSort;
  order?: 'asc' | 'desc';
  /** Selects only tickets after the one with these sort values. */
  after?: SortValues | undefined;
  /** Makes the planner start from an index that is more selective than that on homes, such as the one on people or ids. */
  avoidHomeIndex?: boolean;
}

/** Fragments of SQL about the ticket `t`, from which stores of this and other modules build their statements. */
export interface TicketQuery {
  /** The ticket is visible and matches the filter, apart from its words. */
  condition: TicketCondition;
  /** For each word of the filter, the condition that the ticket contains it. The words are bound as `:word0`, `:word1` … */
  wordConditions: string[];
  /** The same conditions for statements that name the tickets they read, so that no plan scans all comments. */
  wordConditionsOfFew: string[];
  orderBy: string;
  /** A subquery for the ids of all tickets that an open ticket blocks. */
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
    orderBy: `order by ${sortColumn(sort)} ${order}${mayBeAbsent(sort) ? ' nulls last' : ''}, t.id ${order}`,
    blockedIds: `select b.to_id from ${openBlockers}`,
  };
}

/** Tickets without the value come last in both directions. */
const mayBeAbsent = (sort: TicketSort) => fieldDeclaration(sort).nullable === true;

/** The condition that the ticket comes after the one with these sort values. */
function afterCondition(sort: TicketSort, order: 'asc' | 'desc', [key]: SortValues): string {
  const own = sortColumn(sort);
  const column = mayBeAbsent(sort) ? `coalesce(${own}, ${absentSortValue})` : own;
  const isAfter = `(${column}, t.id) ${order === 'asc' ? '>' : '<'} (:pageAfterKey, :pageAfterId)`;
  if (!mayBeAbsent(sort) || order === 'asc') return isAfter;
  return key === absentSortValue ? `${own} is null and ${isAfter}` : `(${own} is null or ${isAfter})`;
}

/** The columns that a list reads of each ticket, so that the next page can begin after it. */
export type SortedRow = Pick<Ticket, 'id' | SortField>;

/** The value of a ticket in the column by which a list is sorted. */
export function sortValue(sort: TicketSort, row: SortedRow): string | number {
  const { choices, foldedColumn } = fieldDeclaration(sort);
  const value = row[sort];
  if (value === null) return absentSortValue;
  if (choices) return choices.indexOf(value as string);
  return foldedColumn ? foldCase(value as string) : (storedValue(sort, value) as string | number);
}

/** True if these can be the sort values of a ticket; a client may have forged them. */
export function areSortValues(sort: TicketSort, [key, id, ...rest]: SortValues): boolean {
  const type = fieldDeclaration(sort).kind === 'text' ? 'string' : 'number';
  return typeof key === type && typeof id === 'string' && rest.length === 0;
}

/** As an expression, because no engine then uses the index on homes. */
const unindexedHome = "t.home_id || ''";

function scopeCondition({ guest }: Homes, avoidHomeIndex = false): string {
  const whole = `${avoidHomeIndex ? unindexedHome : 't.home_id'} in :homes[]`;
  if (guest.length === 0) return whole;
  return `(${whole} or (t.home_id in :guestHomes[] and (t.reporter_id = :me or t.assignee_id = :me)))`;
}

const scopeParams = ({ whole, guest, userId }: Homes) => ({ homes: whole, guestHomes: guest, me: userId });

/** The parameters of statements that read the homes one by one: `:home0`, `:home1` … */
export function singleHomeParams({ whole, guest, userId }: Homes) {
  const params: TicketCondition['params'] = { guestHomes: guest, me: userId };
  for (let i = 0; i < paddedLength(whole.length); i++) params[homeName(i)] = whole[i] ?? '';
  return params;
}

const homeNames: string[] = [];
/** Kept, because making sixteen names for every page takes as long as binding them. */
export const homeName = (index: number) => (homeNames[index] ??= `home${index}`);

/** 1, 2, 4, 8 or 16, so that few statements are prepared. Excess parameters are bound to a home that does not exist. */
export const paddedLength = (homes: number) => 2 ** Math.ceil(Math.log2(Math.max(homes, 1)));

const ticketColumn = (field: TicketField) => `t.${fieldDeclaration(field).column}`;
const hasLabel = 'exists (select 1 from ticket_labels tl where tl.ticket_id = t.id)';
const hasOneOfLabels = `${hasLabel.slice(0, -1)} and tl.label_id in :label[])`;

/** For each filter by values: the condition for tickets that have one of them, and for tickets without a value. */
const valueConditions = valueFilters.map((name) => {
  const { field, nullable } = ticketFilters[name];
  const present = field ? `${ticketColumn(field)} in :${name}[]` : hasOneOfLabels;
  const absent = field ? `${ticketColumn(field)} is null` : `not ${hasLabel}`;
  return { name, present, presentOrAbsent: nullable ? `(${absent} or ${present})` : present };
});

const rangeConditions = rangeFilters.map((name) => {
  const column = ticketColumn(ticketFilters[name].field as TicketField);
  return {
    name,
    from: `${column} >= :${name}From`,
    before: `${column} < :${name}Before`,
    none: `${column} is null`,
  };
});

function filterConditions(filter: TicketFilter): string[] {
  const conditions: string[] = [];
  for (const { name, present, presentOrAbsent } of valueConditions) {
    const values = filter[name];
    if (values) conditions.push(values.includes(noValue) ? presentOrAbsent : present);
  }
  for (const { name, ...sql } of rangeConditions) {
    const range = filter[name];
    if (range?.from !== undefined) conditions.push(sql.from);
    if (range?.before !== undefined) conditions.push(sql.before);
    if (range?.none) conditions.push(sql.none);
  }
  if (filter.ready) conditions.push(readyCondition);
  if (filter.overdueAt !== undefined)
    conditions.push(`t.due_date < :overdueAt and ${openCondition('t.status')}`);
  if (filter.createdAfter) {
    const sign = filter.createdAfter.order === 'asc' ? '>' : '<';
    conditions.push(`(t.created_at, t.id) ${sign} (:afterAt, :afterId) and t.created_at <= :until`);
  }
  if (filter.inHomes) conditions.push('t.home_id in :inHomes[]');
  if (filter.fieldValues) conditions.push(`t.id in (${idsByFieldValue(filter.fieldValues).sql})`);
  if (filter.found) conditions.push(filter.found.sql);
  return conditions;
}

const bounds = { atLeast: '>=', moreThan: '>', atMost: '<=', lessThan: '<' } as const;
type Bound = keyof typeof bounds;

/** The index has texts of up to 200 characters, and a hash of longer ones. */
const fieldText = `(case when fv.text_key like 'sha256:%' then coalesce(fv.text_folded, fv.text_key) else fv.text_key end)`;

/** A subquery for the ids of all tickets with such a value, along the index on field and value. */
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

/** The words that the search index has not answered already. */
const wordsToCheck = ({ found, words = [] }: TicketFilter) => (found ? [] : words);

/** The parameters of the nth filter of a tree end with `_n`, so that the filters of one statement do not share them. */
function treeCondition(tree: FilterTree): TicketCondition {
  const params: TicketCondition['params'] = {};
  let filters = 0;
  const treeSql = (part: FilterTree): string => {
    if ('not' in part) return `(${treeSql(part.not)}) is not true`;
    if ('all' in part) return `(${part.all.map(treeSql).join(' and ') || '1 = 1'})`;
    if ('any' in part) return `(${part.any.map(treeSql).join(' or ') || '1 = 0'})`;
    const suffix = `_${filters++}`;
    const own = { ...filterParams(part.is), ...likeParams(wordsToCheck(part.is)) };
    for (const [name, value] of Object.entries(own)) params[name + suffix] = value;
    const conditions = [
      ...filterConditions(part.is),
      ...wordsToCheck(part.is).map((_, index) => containsWord(index)),
    ];
    return `(${conditions.map((sql) => sql.replace(parameter, `$&${suffix}`)).join(' and ') || '1 = 1'})`;
  };
  return { sql: treeSql(tree), params };
}

/** Matches a parameter in a condition but not a cast. */
const parameter = /(?<!:):[a-zA-Z_]\w*/g;

// A ticket of a deleted project blocks nothing, because nobody could finish it.
const openBlockers = `ticket_relations b join tickets x on x.id = b.from_id left join projects y on y.id = x.project_id
  where b.kind = 'blocks' and x.deleted_at is null and ${openCondition('x.status')}
    and coalesce(y.status, 'active') <> 'deleted'`;
const readyCondition = `${openCondition('t.status')}
  and not exists (select 1 from ${openBlockers} and b.to_id = t.id)`;

/** The condition that a word is part of the key, the title, the description, a comment or a criterion. */
function containsWord(index: number, endOfRows = ''): string {
  const contains = (text: string) => `${text} like :word${index} escape '!'`;
  return `(${contains('t.title_folded')} or ${contains('t.description_folded')}
    or exists (select 1 from projects k where k.id = t.project_id and ${contains("lower(k.key) || '-' || t.number")})
    or exists (select 1 from comments c where c.ticket_id = t.id and ${contains('c.content_folded')}${endOfRows})
    or (t.criteria_progress is not null and exists (
      select 1 from ticket_criteria r where r.ticket_id = t.id and ${contains('r.text_folded')}${endOfRows})))`;
}

/** PostgreSQL may answer `exists` by scanning the whole table; with an offset it reads the rows of each ticket. */
const readEachTicket = ' limit 1 offset 0';

function filterParams(filter: TicketFilter): TicketCondition['params'] {
  const { overdueAt, createdAfter, found, fieldValues, inHomes } = filter;
  const params: TicketCondition['params'] = {};
  const bind = (name: string, value: TicketCondition['params'][string] | undefined) => {
    if (value !== undefined) params[name] = value;
  };
  for (const name of valueFilters) bind(name, filter[name]);
  for (const name of rangeFilters) {
    bind(`${name}From`, filter[name]?.from);
    bind(`${name}Before`, filter[name]?.before);
  }
  bind('overdueAt', overdueAt);
  bind('inHomes', inHomes);
  return {
    ...params,
    ...(createdAfter && {
      afterAt: createdAfter.after.createdAt,
      afterId: createdAfter.after.id,
      until: createdAfter.until,
    }),
    ...(fieldValues && idsByFieldValue(fieldValues).params),
    ...found?.params,
  };
}
