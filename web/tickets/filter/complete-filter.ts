import { m } from '../../messages/index.ts';
import { choiceLabel, choicesOf, isChoiceField } from '../../parts/ticket-words.ts';
import {
  type DateFilter,
  filterKind,
  flagFilters,
  isFilterValue,
  isListFilter,
  type ListFilter,
} from '../ticket-search.ts';
import { namedOf, splitTerms, termNames, type Vocabulary, writeValue } from './filter-text.ts';
import { filterIcon, filterLabel, noneOf } from './filter-words.ts';
import type { Suggestion } from './suggestion-list.tsx';

export interface Completions {
  from: number;
  to: number;
  items: Suggestion[];
  /** True if the items are names of filters, false if they are values. */
  isName: boolean;
}

const shownMax = 8;

/** What the term at the caret may become: the name of a filter, or one of its values. */
export function completeFilter(text: string, caret: number, vocabulary: Vocabulary): Completions {
  const { from, to } = termAt(text, caret);
  const typed = text.slice(from, caret);
  const colon = typed.indexOf(':');
  const name = typed.slice(0, Math.max(0, colon)).toLowerCase();
  const filter = Object.hasOwn(termNames, name) ? termNames[name] : undefined;
  if (colon > 0 && filter) {
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

/** Inserts a completion into the text and returns the new position of the caret. */
export function applyCompletion(
  text: string,
  { from, to }: Completions,
  { text: inserted }: Suggestion,
): { text: string; caret: number } {
  // A value is followed by a space, so that the next term can be typed; a name by its value.
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
    hint: filterLabel(filter),
    icon: filterIcon(filter),
  }));
  const flags = flagFilters.map((flag) => ({ text: flag, label: flag, hint: filterLabel(flag) }));
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
    icon: filterIcon(filter),
  }));
}

/** The values that a filter offers, with their names. */
export function optionsOf(
  filter: ListFilter | DateFilter,
  vocabulary: Vocabulary,
): { value: string; label: string }[] {
  if (!isListFilter(filter)) return [];
  return [
    ...(filterKind(filter) === 'person' ? [{ value: 'me', label: m.filter.me }] : []),
    // A ticket without a project is not in any project's list.
    ...(filter !== 'project' && isFilterValue(filter, 'none')
      ? [{ value: 'none', label: noneOf(filter) }]
      : []),
    ...(isChoiceField(filter)
      ? choicesOf(filter).map((value) => ({ value, label: choiceLabel(filter, value) }))
      : (namedOf(filter, vocabulary) ?? []).map(({ id, name }) => ({ value: id, label: name }))),
  ];
}

/** The beginning of the name ranks higher than the beginning of a later word. */
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
