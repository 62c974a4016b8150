import { foldCase } from '../../platform/fold-case.ts';
import type { Scope } from '../../users/index.ts';
import { filterNames } from '../fields/ticket-filters.ts';
import type { OwnField } from '../own-fields/own-field.ts';
import { checkFilter } from './check-filter.ts';
import { offerOwnValues, ownFieldNames, readOwnFields } from './complete-own-fields.ts';
import { dateWords } from './filter-dates.ts';
import { absentWord, callerWord, type FilterField, filterFields, listOperators } from './filter-fields.ts';
import { isNameKind, offerNames } from './filter-names.ts';
import { FilterProblem, type Span } from './filter-problem.ts';
import { parseFilter } from './filter-syntax.ts';
import { ownFieldPrefix, quoteValue, type Token, tokenize } from './filter-tokens.ts';
import { ownFieldName } from './own-field-conditions.ts';

export const completionKinds = ['field', 'operator', 'value', 'keyword'] as const;

export interface Completion {
  kind: (typeof completionKinds)[number];
  /** The text to insert, quoted if necessary. */
  text: string;
  detail?: string;
}

export interface Completions {
  /** The part of the filter that a completion replaces. */
  from: number;
  to: number;
  items: Completion[];
  /** The problem of the filter as it is. */
  problem?: { from: number; to: number; message: string; suggestion?: string } | undefined;
}

/** Lists what may stand at a position of an incomplete filter, and reports whether the whole filter is valid. */
export async function completeFilter(
  scope: Scope,
  text: string,
  position: number,
  limit: number,
): Promise<Completions> {
  const at = Math.min(position, text.length);
  const own = await readOwnFields(scope);
  const { word, place } = locate(text, at, own);
  const items = await offer(scope, place, word.prefix, limit, own);
  return {
    from: word.from,
    to: word.to,
    items: items.slice(0, limit),
    problem: await findProblem(scope, text),
  };
}

async function findProblem(scope: Scope, text: string): Promise<Completions['problem']> {
  if (!text.trim()) return undefined;
  try {
    await checkFilter(scope, parseFilter(text), { areUnknownNamesAllowed: false });
    return undefined;
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error;
    const { span, message, suggestion } = error;
    return { from: span.from, to: span.to, message, ...(suggestion !== undefined && { suggestion }) };
  }
}

/** What the grammar allows at a position. */
type Place =
  | { expected: 'condition' | 'nothing' | 'in' | 'list' | 'of' | 'period' }
  | { expected: 'connective'; isNested: boolean }
  | { expected: 'separator' }
  | { expected: 'operator' | 'value'; field: FilterField };

/** The word at the position, which completions replace, and the kind of word that may stand there. */
function locate(text: string, at: number, own: OwnFields): { word: Span & { prefix: string }; place: Place } {
  const before = tokensBefore(text, at);
  if (!before) return { word: { from: at, to: at, prefix: '' }, place: { expected: 'nothing' } };
  const last = before.at(-1);
  const isInWord =
    last?.to === at && (last.kind === 'word' || last.kind === 'text' || last.kind === 'keyword');
  const isUnfinished = last?.kind === 'text' && isOpen(text, last, at);
  if (!last || !(isInWord || isUnfinished))
    return { word: { from: at, to: at, prefix: '' }, place: placeAfter(before, own) };
  const rest = last.kind === 'text' ? 0 : (/^[^\s()"',=<>!~]*/u.exec(text.slice(at))?.[0].length ?? 0);
  return {
    word: { from: last.from, to: at + rest, prefix: last.value },
    place: placeAfter(before.slice(0, -1), own),
  };
}

/** The tokens before a position, of which the last may be unfinished. Returns undefined if the text cannot be tokenized. */
function tokensBefore(text: string, at: number): Token[] | undefined {
  const start = text.slice(0, at);
  try {
    return tokenize(start);
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error;
    const { from } = error.span;
    const first = start[from];
    if (first === '!')
      return [...tokenize(start.slice(0, from)), { kind: 'word', value: '!', from, to: from + 1 }];
    if (first !== '"' && first !== "'") return undefined;
    const value = start.slice(from + 1).replace(/\\(.)/g, '$1');
    const before = tokenize(start.slice(0, from));
    const prefix = before.at(-1);
    // An unfinished quoted name of a custom field.
    if (prefix?.to === from && prefix.value.toLowerCase() === ownFieldPrefix)
      return [
        ...before.slice(0, -1),
        { kind: 'word', value: ownFieldPrefix + value, from: prefix.from, to: at },
      ];
    return [...before, { kind: 'text', value, from, to: at }];
  }
}

const isOpen = (text: string, { from, to }: Token, at: number) => to === at && text[at - 1] !== text[from];

function placeAfter(tokens: Token[], own: OwnFields): Place {
  let place: Place = { expected: 'condition' };
  let field: FilterField | undefined;
  let depth = 0;
  let isInList = false;
  const connective = (): Place => ({ expected: 'connective', isNested: depth > 0 });
  const value = (): Place => (field ? { expected: 'value', field } : { expected: 'nothing' });
  for (const { kind, value: word } of tokens) {
    const isName = kind === 'word' || kind === 'text';
    if (place.expected === 'condition') {
      if (kind === '(') depth++;
      else if (isName) {
        const ownName = ownFieldName({ text: word, isQuoted: kind === 'text' });
        field = ownName === undefined ? filterFields.get(foldCase(word)) : findOwnField(own, ownName);
        if (!field) return { expected: 'nothing' };
        place = field.kind === 'flag' ? connective() : { expected: 'operator', field };
      } else if (word !== 'not') return { expected: 'nothing' };
    } else if (place.expected === 'operator' || place.expected === 'in') {
      if (word === 'not') place = { expected: 'in' };
      else place = word === 'in' ? { expected: 'list' } : value();
    } else if (place.expected === 'list') {
      isInList = true;
      place = value();
    } else if (place.expected === 'value' && kind !== ',') {
      place =
        kind === 'word' && /^(?:start|end)$/i.test(word) && field?.kind === 'date'
          ? { expected: 'of' }
          : isInList
            ? { expected: 'separator' }
            : connective();
    } else if (place.expected === 'of') {
      place = { expected: 'period' };
    } else if (place.expected === 'period') {
      place = connective();
    } else if (kind === ')') {
      if (isInList) isInList = false;
      else depth--;
      place = connective();
    } else if (kind === ',' && isInList) {
      place = value();
    } else place = word === 'and' || word === 'or' ? { expected: 'condition' } : { expected: 'nothing' };
  }
  return place;
}

type OwnFields = ReadonlyMap<string, OwnField[]>;

function findOwnField(own: OwnFields, name: string): FilterField | undefined {
  const fields = own.get(foldCase(name));
  return fields && { kind: 'own', fields, mayBeAbsent: true };
}

async function offer(
  scope: Scope,
  place: Place,
  prefix: string,
  limit: number,
  own: OwnFields,
): Promise<Completion[]> {
  const begins = foldCase(prefix);
  const beginning = (kind: Completion['kind'], texts: Iterable<string>): Completion[] =>
    [...texts].filter((text) => foldCase(text).startsWith(begins)).map((text) => ({ kind, text }));
  switch (place.expected) {
    case 'condition':
      return [
        ...beginning('field', filterNames),
        ...offerOwnFields(own, begins),
        ...beginning('keyword', ['not', '(']),
      ];
    case 'operator':
      return beginning('operator', listOperators(place.field));
    case 'in':
      return beginning('operator', ['in']);
    case 'list':
      return beginning('keyword', ['(']);
    case 'of':
      return beginning('keyword', ['of']);
    case 'period':
      return beginning('value', ['week', 'month', 'quarter', 'year']);
    case 'connective':
      return beginning('keyword', ['and', 'or', ...(place.isNested ? [')'] : [])]);
    case 'separator':
      return beginning('keyword', [',', ')']);
    case 'value':
      return offerValues(scope, place.field, prefix, limit, beginning);
    case 'nothing':
      return [];
  }
}

/** Matches the whole name, or the part after `field.`. */
const offerOwnFields = (own: OwnFields, begins: string): Completion[] =>
  ownFieldNames(own)
    .filter(({ name }) => [name, ownFieldPrefix + name].some((text) => foldCase(text).startsWith(begins)))
    .map(({ text }) => ({ kind: 'field', text }));

async function offerValues(
  scope: Scope,
  field: FilterField,
  prefix: string,
  limit: number,
  beginning: (kind: Completion['kind'], texts: Iterable<string>) => Completion[],
): Promise<Completion[]> {
  if (field.kind === 'text' || field.kind === 'flag') return [];
  if (field.kind === 'own') {
    const { words, values } = await offerOwnValues(scope, field, prefix, limit);
    return [
      ...beginning('value', words),
      ...values.map((value) => ({ kind: 'value' as const, text: quoteName(value) })),
    ];
  }
  const words = beginning('value', [
    ...field.choices,
    ...(field.kind === 'person' ? [callerWord] : []),
    ...(field.mayBeAbsent ? [absentWord] : []),
    ...(field.kind === 'date' ? dateWords : []),
  ]);
  const kind = field.name === 'status' ? 'ownStatus' : field.kind;
  if (!isNameKind(kind)) return words;
  const names = await offerNames(scope, kind, prefix, limit);
  return [
    ...words,
    ...names.map(({ name, ...rest }) => ({ kind: 'value' as const, text: quoteName(name), ...rest })),
  ];
}

/** A person may be called “none” or “Me”: quoted, the word is a name. */
const quoteName = (name: string) =>
  [absentWord, callerWord].includes(foldCase(name)) ? `"${name}"` : quoteValue(name);
