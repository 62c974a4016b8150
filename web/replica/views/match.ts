import {
  closedStatuses,
  type TicketFilterInfo,
  ticketFields,
  ticketFilters,
} from '../../../sdk/ticket-fields.ts';
import { momentOf } from '../dates.ts';
import { fieldInfo } from '../row-fields.ts';
import type { Choice, TicketRow, TicketSort, ViewQuery } from '../types.ts';

/** The context of a query: its meaning depends on the person, the place and the time. */
export interface MatchContext {
  me: string;
  zone: string;
  nowMs: number;
  /** The id of a project, given its id or key. */
  projectId(ref: string): string | undefined;
  /** The id of a ticket, given its id or key. */
  ticketId(ref: string): string | undefined;
}

export type Predicate = (row: TicketRow) => boolean;

const closed: ReadonlySet<string> = new Set(closedStatuses);
export const isOpenStatus = (status: string): boolean => !closed.has(status);
export const isOpen = ({ status }: Pick<TicketRow, 'status'>): boolean => isOpenStatus(status);

/** The values of a choice; undefined if it excludes nothing. */
export function valuesOf(choice: Choice | undefined): string[] | undefined {
  if (choice === undefined) return undefined;
  const list = (typeof choice === 'string' ? choice.split(',') : choice)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  return list.length > 0 ? list : undefined;
}

/** Makes the predicate of a query. Search words are matched with key and title only. */
export function compileQuery(query: ViewQuery, context: MatchContext): Predicate {
  const tests: Predicate[] = [];
  const oneOf = (choice: Choice | undefined, of: (row: TicketRow) => unknown, translate = same) => {
    const values = valuesOf(choice)?.map((value) => translate(value) ?? value);
    if (!values) return;
    const [only] = values;
    const set = new Set<unknown>(values);
    tests.push(set.size === 1 ? (row) => (of(row) ?? 'none') === only : (row) => set.has(of(row) ?? 'none'));
  };
  const translations: Partial<Record<TicketFilterInfo['kind'], typeof same>> = {
    person: (ref) => (ref === 'me' ? context.me : ref),
    project: context.projectId,
    parent: context.ticketId,
  };
  const range = (of: (row: TicketRow) => string | null, from?: string, before?: string) => {
    const fromAt = from && momentOf(from, context.zone, 'start');
    const beforeAt = before && momentOf(before, context.zone, 'start');
    if (fromAt) tests.push((row) => (of(row) ?? '') >= fromAt);
    if (beforeAt) tests.push((row) => of(row) !== null && (of(row) as string) < beforeAt);
  };
  const given = query as Record<string, string | undefined>;
  for (const [name, { kind, field, range: names }] of filters) {
    const of = (row: TicketRow) => row[field as keyof TicketRow];
    if (names) {
      range(of as (row: TicketRow) => string | null, given[names.from], given[names.before ?? '']);
      if (given[names.none ?? '']) tests.push((row) => of(row) === null);
    } else if (field) oneOf(given[name], of, translations[kind]);
  }
  oneOf(query.workspace, (row) => row.workspaceId);
  const labels = valuesOf(query.label);
  if (labels) {
    const set = new Set(labels);
    const alsoNone = set.has('none');
    tests.push(({ labelIds }) => labelIds.some((id) => set.has(id)) || (alsoNone && labelIds.length === 0));
  }
  if (query.overdue) {
    const now = new Date(context.nowMs).toISOString();
    tests.push((row) => row.dueDate !== null && row.dueDate < now && isOpen(row));
  }
  if (query.ready) tests.push(isOpen);
  const words = searchWords(query.search);
  if (words.length > 0) {
    tests.push((row) => {
      const [title, key] = [foldedTitle(row), row.key?.toLowerCase() ?? ''];
      return words.every((word) => title.includes(word) || key.includes(word));
    });
  }
  return (row) => {
    for (const test of tests) if (!test(row)) return false;
    return true;
  };
}

const filters = Object.entries<TicketFilterInfo>(ticketFilters);
const same = (value: string): string | undefined => value;

const searchWords = (text: string | undefined): string[] =>
  text ? [...new Set(foldCase(text).split(/\s+/).filter(Boolean))] : [];

/** Folds case as the server does for titles and searches. */
const foldCase = (text: string) => (isAscii.test(text) ? text : text.normalize('NFKC')).toLowerCase();

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with them
const isAscii = /^[\x00-\x7f]*$/;

export type Compare = (a: TicketRow, b: TicketRow) => number;

/** The order of the server: ties are sorted by id; tickets without a due date or estimate come last either way. */
export function compileOrder({
  sort = 'updatedAt',
  order = 'desc',
}: Pick<ViewQuery, 'sort' | 'order'>): Compare {
  const sign = order === 'asc' ? 1 : -1;
  const keyOf = sortKey(sort);
  return (a, b) => {
    const x = keyOf(a);
    const y = keyOf(b);
    if (x === y) return sign * compareIds(a, b);
    if (x === null) return 1;
    if (y === null) return -1;
    return x < y ? -sign : sign;
  };
}

const compareIds: Compare = (a, b) => (a.id === b.id ? 0 : a.id < b.id ? -1 : 1);

/**
 * Sorts rows by the order of `compileOrder`. Rows with the same value are sorted by id, in which most of them are
 * sorted already, so sorting within each value compares every row about once.
 */
export function sortRows(rows: TicketRow[], query: Pick<ViewQuery, 'sort' | 'order'>): TicketRow[] {
  const compare = compileOrder(query);
  const { sort = 'updatedAt' } = query;
  const { kind } = ticketFields[sort];
  if (kind !== 'choice' && kind !== 'decimal') return rows.sort(compare);
  const compareInPart: Compare = query.order === 'asc' ? compareIds : (a, b) => compareIds(b, a);
  const parts = [...Map.groupBy(rows, sortKey(sort)).values()].map((part) => part.sort(compareInPart));
  return parts.sort(([a], [b]) => (a && b ? compare(a, b) : 0)).flat();
}

/** Folding costs more than comparing, so the result is kept as long as the row. */
const foldedTitles = new WeakMap<TicketRow, string>();

function foldedTitle(row: TicketRow): string {
  const known = foldedTitles.get(row);
  if (known !== undefined) return known;
  const folded = foldCase(row.title);
  foldedTitles.set(row, folded);
  return folded;
}

/** Choices are sorted in the order of the field table. */
function sortKey(sort: TicketSort): (row: TicketRow) => string | number | null {
  if (sort === 'title') return foldedTitle;
  const ranks = new Map<unknown, number>(fieldInfo(sort)?.choices?.map((choice, rank) => [choice, rank]));
  return ranks.size > 0 ? (row) => ranks.get(row[sort]) ?? null : (row) => row[sort];
}
