import type { SavedQuery, ViewDisplay } from '../../sdk/index.ts';
import {
  ticketSorts as sortedFields,
  type TicketFilterInfo,
  ticketFields,
  ticketFilters,
} from '../../sdk/ticket-fields.ts';
import { choicesOf, isChoiceField, isRankField, plainFields, rankFields } from '../parts/ticket-words.ts';
import type { ListFilter, NewTicket, TicketSort } from '../replica/index.ts';

/** The manual order first, then the fields by which tickets are sorted. */
export const ticketSorts: readonly TicketSort[] = [
  ...new Set<TicketSort>(['rank', ...sortedFields.filter(isRankField), ...sortedFields]),
];
export const groupings = [
  'status',
  'assignee',
  ...rankFields,
  'group',
  'label',
  'parent',
  'project',
  'none',
] as const;
/** What the tickets of one project, or of several, can be grouped by. */
export const groupingsFor = (projectId: string | undefined): readonly Grouping[] =>
  groupings.filter((grouping) => grouping !== 'project' || projectId === undefined);
/** The cells of a row that can be hidden. The title is always visible. */
export const listColumns = [
  ...rankFields,
  'key',
  'status',
  'labels',
  'group',
  'due',
  'assignee',
  'updated',
] as const;

/** Cells that are shown only on request. An own field is `field:` and its id. */
export const moreColumns = ['type', 'estimate', 'created'] as const;
export type OwnFieldKey = `field:${string}`;
/** The fields whose values can be the columns of a board, besides own fields of the type choice. */
export const boardFields = ['status', 'assignee', 'priority', 'group', 'label', 'project'] as const;
/** Cycles and own fields belong to one project; a board of several projects has no columns by them. */
export const boardFieldsFor = (projectId: string | undefined) =>
  boardFields.filter((field) => field !== (projectId === undefined ? 'group' : 'project'));
/** The field of the columns. Anybody can write an address, so it may name one that this board does not have. */
export const boardFieldOf = ({ boardBy }: TicketSearch, projectId: string | undefined): BoardField => {
  if (boardBy === undefined) return 'status';
  if (isOwnField(boardBy)) return projectId === undefined ? 'status' : boardBy;
  return boardFieldsFor(projectId).includes(boardBy) ? boardBy : 'status';
};
export type BoardField = (typeof boardFields)[number] | OwnFieldKey;
/** What a card shows, in its order on the card; the first ones unless others are chosen. */
export const usualCardParts = ['priority', 'key', 'type', 'assignee', 'labels', 'due', 'counts'] as const;
export const cardParts = [...usualCardParts, 'estimate', 'checklist', 'children'] as const;
export type CardPart = (typeof cardParts)[number] | OwnFieldKey;

/** How much time a timeline shows. */
export const zooms = ['week', 'month', 'quarter'] as const;

export type Zoom = (typeof zooms)[number];
export type { ListFilter, TicketSort };
export type Grouping = (typeof groupings)[number];
export type ListColumn = (typeof listColumns)[number] | (typeof moreColumns)[number] | OwnFieldKey;

type Filters = typeof ticketFilters;
type Range = Extract<Filters[keyof Filters], { range: object }>['range'];
export type DateFilter = Range['from'] | Extract<Range, { before: string }>['before'];
export type FlagFilter = 'overdue' | 'ready' | Extract<Range, { none: string }>['none'];
export type FilterName = ListFilter | DateFilter | FlagFilter | 'search' | 'filter';

const filters = Object.entries<TicketFilterInfo>(ticketFilters);
/** The order in which filters with ids are shown, after the fields with fixed values. */
const idKinds = ['ownStatus', 'person', 'label', 'group', 'milestone', 'parent', 'project', 'workspace'];
export const listFilters = [
  'status',
  ...rankFields,
  ...plainFields,
  'triage',
  ...idKinds.flatMap((kind) => filters.flatMap(([name, filter]) => (filter.kind === kind ? name : []))),
] as ListFilter[];
const ranges = filters.flatMap(([, { range }]) => range ?? []);
export const dateFilters = ranges.flatMap(({ from, before }) =>
  before ? [from, before] : from,
) as DateFilter[];
export const flagFilters = [
  ...filters.flatMap(([name, { kind }]) => (kind === 'flag' ? name : [])),
  ...ranges.flatMap(({ none }) => none ?? []),
] as FlagFilter[];
export const filterKind = (name: string): TicketFilterInfo['kind'] | undefined =>
  (ticketFilters as Record<string, TicketFilterInfo>)[name]?.kind;

export const filterNames: readonly FilterName[] = [
  ...listFilters,
  ...dateFilters,
  ...flagFilters,
  'search',
  'filter',
];

/**
 * The search parameters of a list, board, calendar or timeline: those of `GET /api/tickets` under the same names, so
 * that address, saved view and request are the same text, and the display settings.
 */
export type TicketSearch = SavedQuery & {
  groupBy?: Grouping;
  subGroupBy?: Grouping;
  columns?: string;
  boardBy?: BoardField;
  cards?: string;
  /** Groups without tickets are shown too. */
  showEmpty?: true;
  /** The saved view that is open; the rest may have been changed since. */
  view?: string;
  zoom?: Zoom;
  /** Shown as Docket does, although the person has another default. */
  display?: 'usual';
  /** The day that a timeline shows. */
  at?: string;
};

const maxValues = 50;
const maxTextLength = 200;
const maxFilterLength = 4_000;

/** Parses known parameters. The rest is ignored, because anybody can write a URL. */
export function parseTicketSearch(raw: Record<string, unknown>): TicketSearch {
  const found: Record<string, unknown> = {};
  for (const name of listFilters) {
    const values = valuesOf(raw[name]).filter((value) => isFilterValue(name, value));
    if (values.length > 0) found[name] = values.join(',');
  }
  for (const name of dateFilters) if (isDate(raw[name])) found[name] = raw[name];
  for (const name of flagFilters) if (raw[name] === true || raw[name] === 'true') found[name] = true;
  const search = parseSearchText(raw.search ?? raw.q);
  if (search) found.search = search;
  // The server parses the query language and reports its problems.
  if (typeof raw.filter === 'string' && raw.filter.trim())
    found.filter = raw.filter.trim().slice(0, maxFilterLength);
  if (isOneOf(ticketSorts, raw.sort)) found.sort = raw.sort;
  if (raw.order === 'asc' || raw.order === 'desc') found.order = raw.order;
  if (isOneOf(groupings, raw.groupBy)) found.groupBy = raw.groupBy;
  if (isOneOf(groupings, raw.subGroupBy)) found.subGroupBy = raw.subGroupBy;
  const columns = valuesOf(raw.columns).filter((value) => isColumn(value));
  if (columns.length > 0) found.columns = columns.join(',');
  if (isBoardField(raw.boardBy)) found.boardBy = raw.boardBy;
  const cards = valuesOf(raw.cards).filter((value) => isOneOf(cardParts, value) || isOwnField(value));
  if (cards.length > 0) found.cards = cards.join(',');
  if (raw.showEmpty === true || raw.showEmpty === 'true') found.showEmpty = true;
  if (typeof raw.view === 'string' && id.test(raw.view)) found.view = raw.view;
  if (isOneOf(zooms, raw.zoom)) found.zoom = raw.zoom;
  if (raw.display === 'usual') found.display = raw.display;
  if (isDate(raw.at)) found.at = raw.at;
  return found as TicketSearch;
}

export const isDateFilter = (name: string): name is DateFilter =>
  (dateFilters as readonly string[]).includes(name);
export const isListFilter = (name: string): name is ListFilter =>
  (listFilters as readonly string[]).includes(name);

/** The values of a filter; empty if it is absent. */
export const valuesOfFilter = (search: TicketSearch, name: ListFilter): string[] =>
  search[name]?.split(',') ?? [];

/** Replaces the values of one filter. Without values the filter is removed. */
export function withFilter(search: TicketSearch, name: ListFilter, values: readonly string[]): TicketSearch {
  const rest = withoutFilter(search, name);
  return values.length > 0 ? { ...rest, [name]: values.join(',') } : rest;
}

export function withoutFilter(search: TicketSearch, name: FilterName): TicketSearch {
  const { [name]: _, ...rest } = search;
  return rest;
}

/** Removes the filters; order and display stay. */
export function withoutFilters(search: TicketSearch): TicketSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([name]) => !(filterNames as readonly string[]).includes(name)),
  );
}

export const isFiltered = (search: TicketSearch): boolean =>
  filterNames.some((name) => search[name] !== undefined);

/** The direction that people expect of an order. */
export const usualOrder = (sort: TicketSort): 'asc' | 'desc' =>
  sort === 'updatedAt' || sort === 'createdAt' || isRankField(sort) ? 'desc' : 'asc';

/** The display of a list if the address does not give one. */
export const listDefaults = { sort: 'priority', groupBy: 'status' } as const satisfies TicketSearch;

/** The columns in their order. */
export const columnsOf = ({ columns }: TicketSearch): readonly ListColumn[] =>
  columns === undefined ? listColumns : (columns.split(',') as ListColumn[]);

export const cardPartsOf = ({ cards }: TicketSearch): readonly CardPart[] =>
  cards === undefined ? usualCardParts : (cards.split(',') as CardPart[]);

const arrangedBy = ['groupBy', 'subGroupBy', 'columns', 'boardBy', 'cards', 'showEmpty', 'zoom'] as const;
const displayNames = [...arrangedBy, 'at', 'view', 'display'] as const;

/** Only display and order, or all but them. */
export const displayOf = (search: TicketSearch): TicketSearch =>
  pick(search, (name) => isOneOf([...arrangedBy, 'sort', 'order'], name));
export const withoutDisplay = (search: TicketSearch): TicketSearch =>
  pick(search, (name) => !isOneOf([...arrangedBy, 'sort', 'order', 'display'], name));

/** Selects the parameters of an address by their names. */
const pick = (search: TicketSearch, isKept: (name: string) => boolean): TicketSearch =>
  Object.fromEntries(Object.entries(search).filter(([name]) => isKept(name)));

/** Filters and order without the display, as the API takes them. */
export const toSavedQuery = (search: TicketSearch): SavedQuery =>
  Object.fromEntries(
    Object.entries(search).filter(([name]) => !(displayNames as readonly string[]).includes(name)),
  );

interface Scope {
  project?: string;
  /** True in a project with triage: what waits there is shown only on request. */
  triage?: boolean | undefined;
}

/** Converts the parameters of lists to the form that the replica takes. */
export function toViewQuery(search: TicketSearch, { project, triage }: Scope = {}) {
  const query: Record<string, unknown> = {
    ...(triage && !search.filter?.includes('triage') && { triage: 'none' }),
    ...toSavedQuery(search),
    ...(project !== undefined && { project }),
  };
  for (const name of listFilters) {
    const value = query[name];
    if (typeof value === 'string') query[name] = value.split(',');
  }
  return query as Omit<SavedQuery, ListFilter> & Partial<Record<ListFilter, string[]>>;
}

export function toDisplay(search: TicketSearch, layout: NonNullable<ViewDisplay['layout']>): ViewDisplay {
  return {
    layout,
    ...(search.groupBy && { groupBy: search.groupBy }),
    ...(search.subGroupBy && { subGroupBy: search.subGroupBy }),
    ...(search.columns && { columns: search.columns.split(',') }),
    ...(search.boardBy && { boardBy: search.boardBy }),
    ...(search.cards && { cards: search.cards.split(',') }),
    ...(search.showEmpty && { showEmptyGroups: true }),
    ...(search.zoom && { zoom: search.zoom }),
  };
}

/** The search parameters of a saved view. Any client may have written it, so it is parsed like a URL. */
export const fromSavedView = (query: SavedQuery, display: ViewDisplay): TicketSearch =>
  parseTicketSearch({
    ...query,
    groupBy: display.groupBy,
    subGroupBy: display.subGroupBy,
    columns: display.columns?.join(','),
    boardBy: display.boardBy,
    cards: display.cards?.join(','),
    showEmpty: display.showEmptyGroups,
    // Other clients may store anything here, so the type does not declare it.
    zoom: (display as { zoom?: unknown }).zoom,
  });

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const idOrKey = /^[A-Za-z0-9_-]{1,80}$/;

export const isOwnField = (value: unknown): value is OwnFieldKey =>
  typeof value === 'string' && value.startsWith('field:') && id.test(value.slice(6));
export const ownFieldId = (key: OwnFieldKey): string => key.slice(6);
const isBoardField = (value: unknown): value is BoardField =>
  isOneOf(boardFields, value) || isOwnField(value);
const isColumn = (value: string): value is ListColumn =>
  isOneOf(listColumns, value) || isOneOf(moreColumns, value) || isOwnField(value);

/** True if a filter can have this value at all. Whether it refers to anything is up to the server. */
export function isFilterValue(name: ListFilter, value: string): boolean {
  const { kind, nullable }: TicketFilterInfo = ticketFilters[name];
  if (value === 'none' && nullable) return true;
  if (isChoiceField(name)) return (choicesOf(name) as readonly string[]).includes(value);
  if (kind === 'parent' || kind === 'project') return idOrKey.test(value);
  return id.test(value) || (kind === 'person' && value === 'me');
}

/** The fields of a ticket created among those with this value of a filter. */
export function fieldsOfValue(name: ListFilter, value: string | undefined): Partial<NewTicket> {
  if (value === undefined || value === 'none') return {};
  const { kind, field }: TicketFilterInfo = ticketFilters[name];
  if (kind === 'label') return { labelIds: [value] };
  return field && 'isInput' in ticketFields[field as keyof typeof ticketFields] ? { [field]: value } : {};
}

export const isDate = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

/** Search words as typed, without characters that no search can find. */
function parseSearchText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const words = String(value).replace(/\p{C}/gu, ' ').split(/\s+/).filter(Boolean);
  return words.join(' ').slice(0, maxTextLength).trim() || undefined;
}

/** A URL may repeat a name or write a list; the router turns digits into numbers. */
export function valuesOf(value: unknown): string[] {
  const texts = (Array.isArray(value) ? value : [value]).flatMap((item) =>
    typeof item === 'string' || typeof item === 'number' ? String(item).split(',') : [],
  );
  return [...new Set(texts.map((text) => text.trim()).filter(Boolean))].slice(0, maxValues);
}

const isOneOf = <T extends string>(allowed: readonly T[], value: unknown): value is T =>
  (allowed as readonly unknown[]).includes(value);

const sorted = (search: TicketSearch) =>
  Object.entries(search)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

export const isSameSearch = (a: TicketSearch, b: TicketSearch): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
