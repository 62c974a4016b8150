import { quoteNames } from '../../platform/error-texts.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { suggestName } from '../../platform/suggest-name.ts';
import { temporalZone } from '../../platform/time-zone.ts';
import type { Scope } from '../../users/index.ts';
import { searchWords } from '../lists/search-words.ts';
import type { FieldCondition, FilterTree } from '../lists/ticket-filter.ts';
import { findVisibleHomes } from '../lists/visible-homes.ts';
import { toTextKey } from '../own-fields/field-keys.ts';
import { hasOptions, hasText, type OwnField, ownFieldLimits } from '../own-fields/own-field.ts';
import { listFieldsNamed } from '../own-fields/own-field-store.ts';
import { parseFilterDate } from './filter-dates.ts';
import { absentWord, callerWord } from './filter-fields.ts';
import { FilterProblem } from './filter-problem.ts';
import { type Name, shortened } from './filter-syntax.ts';
import { ownFieldPrefix } from './filter-tokens.ts';

/** The name of a custom field in `field.Customer`; undefined for any other name. */
export const ownFieldName = ({ text, isQuoted }: Pick<Name, 'text' | 'isQuoted'>): string | undefined =>
  !isQuoted && foldCase(text).startsWith(ownFieldPrefix) ? text.slice(ownFieldPrefix.length) : undefined;

/** Finds the visible custom fields by case-folded name: several projects may have a field of the same name. */
export async function findOwnFields({ db, actor }: Scope, names: string[]): Promise<Map<string, OwnField[]>> {
  if (names.length === 0) return new Map();
  const { whole, guest } = await findVisibleHomes(db.reads, actor);
  const fields = await listFieldsNamed(db.reads, [...whole, ...guest], [...new Set(names.map(foldCase))]);
  return Map.groupBy(fields, ({ name }) => foldCase(name));
}

/** What values of conditions on custom fields refer to. */
export interface OwnFieldFacts {
  userId: string;
  /** Finds the people with a name or e-mail address. */
  peopleNamed: (name: string) => readonly string[];
  now: number;
  zone: string;
  areUnknownNamesAllowed: boolean;
}

type Key = { text: string } | Omit<FieldCondition, 'fieldIds' | 'texts'>;

/** The condition without its negation: one of the fields has one of the values, or none of them has any. */
export function ownFieldTree(
  fields: OwnField[],
  operator: string,
  values: Name[],
  facts: OwnFieldFacts,
): FilterTree {
  const anyOf: FilterTree[] = [];
  if (values.some(isAbsent)) {
    const fieldIds = fields.map(({ id }) => id);
    anyOf.push({ not: { is: { fieldValues: { fieldIds } } } });
  }
  const given = values.filter((value) => !isAbsent(value));
  for (const value of given) checkValue(fields, operator, value, facts);
  for (const field of fields) {
    const keys = given.flatMap((value) => valueKeys(field, operator, value, facts) ?? []);
    const texts = keys.flatMap((key) => ('text' in key ? key.text : []));
    if (texts.length > 0) anyOf.push({ is: { fieldValues: { fieldIds: [field.id], texts } } });
    for (const key of keys)
      if (!('text' in key)) anyOf.push({ is: { fieldValues: { fieldIds: [field.id], ...key } } });
  }
  return anyOf.length === 1 ? (anyOf[0] as FilterTree) : { any: anyOf };
}

const isAbsent = ({ text, isQuoted }: Name) => !isQuoted && foldCase(text) === absentWord;

/** Throws unless at least one of the fields can have the value. */
function checkValue(fields: OwnField[], operator: string, value: Name, facts: OwnFieldFacts): void {
  if (facts.areUnknownNamesAllowed || fields.some((field) => valueKeys(field, operator, value, facts)))
    return;
  const [first] = fields as [OwnField];
  const names = fields.flatMap(({ options }) => options.map(({ name }) => name));
  throw new FilterProblem(
    value,
    `${shortened(value.text)} is no value of ${first.name}; expected ${expectedValues(first)}.`,
    suggestName(value.text, names),
  );
}

function expectedValues({ type, options }: OwnField): string {
  if (type === 'number') return 'a number';
  if (type === 'date') return 'a date such as 2026-03-31, today, 7d or end of month';
  if (type === 'checkbox') return 'true or false';
  if (type === 'person') return 'me, none, or a person whom you can see';
  const names = options.map(({ name }) => name);
  return quoteNames(names);
}

/** The keys of a value in one field; undefined if the field cannot have it. */
function valueKeys(field: OwnField, operator: string, value: Name, facts: OwnFieldFacts): Key[] | undefined {
  const { text, isQuoted } = value;
  const isOrdered = !operator.endsWith('~');
  if (field.type === 'number' && isOrdered) return numberRange(operator, parseNumber(text));
  if (field.type === 'date' && isOrdered) return rangeOfDays(operator, value, facts);
  if (operator.endsWith('~')) return hasText(field.type) ? [{ words: searchWords(text) }] : undefined;
  if (operator !== '=' && operator !== '!=' && !operator.endsWith('in')) return undefined;
  if (field.type === 'checkbox') {
    const checked = checkedWords.get(foldCase(text));
    return checked === undefined ? undefined : [{ atLeast: checked, atMost: checked }];
  }
  if (field.type === 'person') {
    const isCaller = !isQuoted && foldCase(text) === callerWord;
    const ids = isCaller ? [facts.userId] : facts.peopleNamed(text);
    return ids.length > 0 ? ids.map((id) => ({ text: id })) : undefined;
  }
  if (!hasOptions(field.type)) return [{ text: toTextKey(text) }];
  const ids = field.options.filter(({ id, name }) => id === text || foldCase(name) === foldCase(text));
  return ids.length > 0 ? ids.map(({ id }) => ({ text: id })) : undefined;
}

export const checkedWords: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['false', 0],
  ['yes', 1],
  ['no', 0],
]);

function parseNumber(text: string): number | undefined {
  if (!/^[+-]?\d{1,16}(?:\.\d{1,16})?$/.test(text)) return undefined;
  const number = Number(text);
  return Math.abs(number) <= ownFieldLimits.number ? number : undefined;
}

function numberRange(operator: string, number: number | undefined): Key[] | undefined {
  if (number === undefined) return undefined;
  if (operator === '<') return [{ lessThan: number }];
  if (operator === '<=') return [{ atMost: number }];
  if (operator === '>') return [{ moreThan: number }];
  return operator === '>=' ? [{ atLeast: number }] : [{ atLeast: number, atMost: number }];
}

/** Dates of custom fields have no time zone, so the filter's dates are read in UTC, from the caller's present day. */
function rangeOfDays(operator: string, { text }: Name, { now, zone }: OwnFieldFacts): Key[] | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(temporalZone(zone));
  const interval = parseFilterDate(text, now + local.offsetNanoseconds / 1e6, 'UTC');
  if (!interval) return undefined;
  const { from, before } = interval;
  if (operator === '<') return [{ lessThan: from }];
  if (operator === '<=') return [{ lessThan: before }];
  if (operator === '>') return [{ atLeast: before }];
  return operator === '>=' ? [{ atLeast: from }] : [{ atLeast: from, lessThan: before }];
}
