import { m } from '../../messages/index.ts';
import type { DateFilter, ListFilter } from '../ticket-search.ts';
import {
  flagNames,
  splitTerms,
  termNames,
  type Vocabulary,
  valuesOfEnum,
  writeValue,
} from './filter-text.ts';
import { icons, noneOf, valueName } from './filter-words.ts';
import type { Suggestion } from './suggestion-list.tsx';

export interface Completions {
  from: number;
  to: number;
  items: Suggestion[];
  /** The names of filters are offered, not values. */
  isName: boolean;
}

const shownMax = 8;

/** What the term at the caret may become: a name of a filter, or one of its values. */
export function completeFilter(text: string, caret: number, vocabulary: Vocabulary): Completions {
  const { from, to } = termAt(text, caret);
  const typed = text.slice(from, caret);
  const colon = typed.indexOf(':');
  const name = typed.slice(0, Math.max(0, colon)).toLowerCase();
  if (colon > 0 && Object.hasOwn(termNames, name)) {
    const filter = termNames[name as keyof typeof termNames];
    const comma = lastComma(typed);
    const start = Math.max(colon, comma) + 1;
    return {
      from: from + start,
      to,
      items: completeValue(filter, typed.slice(start), vocabulary),
      isName: false,
    };
  }
  return { from, to, items: completeName(typed), isName: true };
}

/** Puts a completion into the text and returns where the caret stands then. */
export function applyCompletion(
  text: string,
  { from, to }: Completions,
  { text: inserted }: Suggestion,
): { text: string; caret: number } {
  // After a value a space follows, so that the next term can be typed; after a name its value.
  const gap = inserted.endsWith(':') || text[to] === ' ' ? '' : ' ';
  return {
    text: text.slice(0, from) + inserted + gap + text.slice(to),
    caret: from + inserted.length + (inserted.endsWith(':') ? 0 : 1),
  };
}

function completeName(typed: string): Suggestion[] {
  const wanted = typed.toLowerCase();
  const names = Object.entries(termNames).map(([name, filter]) => ({
    text: `${name}:`,
    label: `${name}:`,
    hint: m.filter.names[filter],
    icon: icons[filter],
  }));
  const flags = flagNames.map((flag) => ({ text: flag, label: flag, hint: m.filter.names[flag] }));
  return [...names, ...flags]
    .filter(({ text, hint }) => text.startsWith(wanted) || (wanted && hint.toLowerCase().startsWith(wanted)))
    .slice(0, wanted ? shownMax : names.length);
}

function completeValue(filter: ListFilter | DateFilter, typed: string, vocabulary: Vocabulary): Suggestion[] {
  const wanted = typed.replace(/^"/, '').toLowerCase();
  const matching = optionsOf(filter, vocabulary)
    .map((option) => ({ ...option, rank: rankOf(option.label, option.value, wanted) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, shownMax);
  return matching.map(({ value, label }) => ({
    text: writeValue(filter, value, vocabulary),
    label,
    icon: icons[filter],
  }));
}

/** The values that a filter offers, with their names. */
export function optionsOf(
  filter: ListFilter | DateFilter,
  vocabulary: Vocabulary,
): { value: string; label: string }[] {
  const of = (items: readonly { id: string; name: string }[]) =>
    items.map(({ id, name }) => ({ value: id, label: name }));
  const none = { value: 'none', label: noneOf(filter as ListFilter) };
  switch (filter) {
    case 'assignee':
      return [{ value: 'me', label: m.filter.me }, none, ...of(vocabulary.people)];
    case 'reporter':
      return [{ value: 'me', label: m.filter.me }, ...of(vocabulary.people)];
    case 'label':
      return [none, ...of(vocabulary.labels)];
    case 'group':
      return [none, ...of(vocabulary.groups)];
    case 'milestone':
      return [none, ...of(vocabulary.milestones)];
    case 'parent':
      return [none];
    case 'project':
      return of(vocabulary.projects);
    case 'workspace':
      return of(vocabulary.workspaces);
    case 'status':
    case 'priority':
    case 'type':
    case 'stage':
      return (valuesOfEnum(filter) ?? []).map((value) => ({ value, label: valueName(filter, value) }));
    default:
      return [];
  }
}

/** The beginning of the name counts more than the beginning of a later word. */
function rankOf(label: string, value: string, wanted: string): number {
  const name = label.toLowerCase();
  if (name.startsWith(wanted) || value.toLowerCase().startsWith(wanted)) return 2;
  return name.split(/[\s_-]+/).some((word) => word.startsWith(wanted)) ? 1 : 0;
}

function termAt(text: string, caret: number): { from: number; to: number } {
  let at = 0;
  for (const { raw } of splitTerms(text)) {
    const from = text.indexOf(raw, at);
    const to = from + raw.length;
    if (from <= caret && caret <= to) return { from, to };
    at = to;
  }
  return { from: caret, to: caret };
}

/** The last comma outside quotes, or -1. */
function lastComma(text: string): number {
  let isQuoted = false;
  let found = -1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ',' && !isQuoted) found = at;
  }
  return found;
}
