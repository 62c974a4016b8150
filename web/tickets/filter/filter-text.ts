import { choicesOf, isChoiceField } from '../../parts/ticket-words.ts';
import {
  type DateFilter,
  dateFilters,
  type FlagFilter,
  filterKind,
  flagFilters,
  isDate,
  isFilterValue,
  isListFilter,
  type ListFilter,
  listFilters,
  parseTicketSearch,
  type TicketSearch,
} from '../ticket-search.ts';

/** The things that a filter may refer to by name. */
export interface Vocabulary {
  people: readonly Named[];
  labels: readonly Named[];
  groups: readonly Named[];
  milestones: readonly Named[];
  ownStatuses?: readonly Named[];
  /** Projects, with their key as id. */
  projects: readonly Named[];
  workspaces: readonly Named[];
}

interface Named {
  id: string;
  name: string;
}

export type IgnoredTerm = { term: string; filter: string; value: string };

/** The name of each filter in the text: `due-after` for `dueAfter`. */
export const termNames: Readonly<Record<string, ListFilter | DateFilter>> = Object.fromEntries(
  [...listFilters, ...dateFilters].map((name) => [name.replace(/[A-Z]/g, '-$&').toLowerCase(), name]),
);

/**
 * Parses `assignee:me label:"needs design" status:todo,in_progress overdue some words`. Unknown terms are left out and
 * reported, so that the rest of the text still filters.
 */
export function parseFilterText(
  text: string,
  vocabulary: Vocabulary,
): { search: TicketSearch; ignored: IgnoredTerm[] } {
  const found: Record<string, string | true> = {};
  const words: string[] = [];
  const ignored: IgnoredTerm[] = [];
  for (const term of splitTerms(text)) {
    const name = termName(term);
    const filter = name && termNames[name];
    if (filter) {
      for (const part of splitValues(term.raw.slice(term.raw.indexOf(':') + 1))) {
        const value = readValue(filter, part, vocabulary);
        if (value === undefined) {
          if (part) ignored.push({ term: term.raw, filter: name ?? '', value: part });
        } else if (isListFilter(filter)) {
          found[filter] = found[filter] ? `${found[filter]},${value}` : value;
        } else found[filter] = value;
      }
    } else if (!term.isQuoted && isFlag(term.raw.toLowerCase())) found[term.raw.toLowerCase()] = true;
    else words.push(term.text);
  }
  return { search: parseTicketSearch({ ...found, search: words.join(' ') }), ignored };
}

/** Writes the filters as a text that `parseFilterText` can parse. */
export function formatFilterText(search: TicketSearch, vocabulary: Vocabulary): string {
  const terms: string[] = [];
  for (const [name, filter] of Object.entries(termNames)) {
    const value = search[filter];
    if (value === undefined) continue;
    const parts = isListFilter(filter) ? value.split(',') : [value];
    terms.push(`${name}:${parts.map((part) => writeValue(filter, part, vocabulary)).join(',')}`);
  }
  for (const flag of flagFilters) if (search[flag]) terms.push(flag);
  for (const word of search.search?.split(' ') ?? []) terms.push(writeWord(word));
  return terms.join(' ');
}

/** Writes a value: its name if that is unambiguous, otherwise the id. */
export function writeValue(filter: ListFilter | DateFilter, value: string, vocabulary: Vocabulary): string {
  const named = namedOf(filter, vocabulary);
  if (!named) return isChoiceField(filter) ? value.toLowerCase() : value;
  const item = named.find(({ id }) => id === value);
  if (!item) return value;
  const names = [shortName(filter, item.name), item.name];
  const clear = names.find((name) => readValue(filter, name, vocabulary) === value);
  return clear === undefined ? value : quoteIfNeeded(clear);
}

interface Term {
  /** The term as written. */
  raw: string;
  /** The term without quotes. */
  text: string;
  isQuoted: boolean;
}

/** Splits at spaces outside quotes. */
export function splitTerms(text: string): Term[] {
  const terms = text.match(/(?:"(?:\\.|[^"\\])*"?|[^\s"])+/g) ?? [];
  return terms.map((raw) => ({ raw, text: unquote(raw), isQuoted: raw.startsWith('"') }));
}

/** Splits at commas outside quotes, and removes the quotes. */
function splitValues(text: string): string[] {
  return (text.match(/(?:"(?:\\.|[^"\\])*"?|[^,"])+/g) ?? []).map((value) => unquote(value).trim());
}

const unquote = (text: string) =>
  text.replace(/"((?:\\.|[^"\\])*)"?/g, (_, inner: string) => inner.replace(/\\(.)/g, '$1'));

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

const quoteIfNeeded = (text: string) => (/[\s,"\\]/.test(text) || text === '' ? quote(text) : text);

/** Quotes a word that would otherwise be read as something else. */
const writeWord = (word: string) =>
  /["\\]/.test(word) || termName({ raw: word, text: word, isQuoted: false }) || isFlag(word.toLowerCase())
    ? quote(word)
    : word;

function termName({ raw, isQuoted }: Term): string | undefined {
  const name = raw.slice(0, Math.max(0, raw.indexOf(':'))).toLowerCase();
  return !isQuoted && Object.hasOwn(termNames, name) ? name : undefined;
}

const isFlag = (text: string): text is FlagFilter => (flagFilters as readonly string[]).includes(text);

/** The things to which the ids of a filter refer. */
export function namedOf(
  filter: ListFilter | DateFilter,
  vocabulary: Vocabulary,
): readonly Named[] | undefined {
  const { people, labels, groups, milestones, ownStatuses = [], projects, workspaces } = vocabulary;
  const named: Partial<Record<string, readonly Named[]>> = {
    person: people,
    label: labels,
    group: groups,
    milestone: milestones,
    ownStatus: ownStatuses,
    project: projects,
    workspace: workspaces,
  };
  return named[filterKind(filter) ?? ''];
}

function readValue(
  filter: ListFilter | DateFilter,
  text: string,
  vocabulary: Vocabulary,
): string | undefined {
  if (!isListFilter(filter)) return isDate(text) ? text : undefined;
  const wanted = fold(text);
  if (isChoiceField(filter) && wanted !== 'none') {
    const name = wanted.replace(/[\s-]/g, '_');
    return choicesOf(filter).find((choice) => choice.toLowerCase() === name);
  }
  if ((wanted === 'me' || wanted === 'none') && isFilterValue(filter, wanted)) return wanted;
  const named = namedOf(filter, vocabulary) ?? [];
  if (named.some(({ id }) => id === text)) return text;
  const byName = named.filter(({ name }) => fold(name) === wanted);
  const found =
    byName.length > 0 ? byName : named.filter(({ name }) => fold(shortName(filter, name)) === wanted);
  if (found.length === 1) return found[0]?.id;
  return found.length === 0 && isFilterValue(filter, text) ? text : undefined;
}

/** A person's first name if only one person has it. */
const shortName = (filter: ListFilter | DateFilter, name: string) =>
  filterKind(filter) === 'person' ? (name.trim().split(/\s+/)[0] ?? name) : name;

const fold = (text: string) => text.trim().toLowerCase();
