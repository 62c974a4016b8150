import { foldCase } from '../../platform/fold-case.ts';
import { fieldDeclaration } from '../fields/ticket-fields.ts';
import { type FilterKind, type FilterName, filterNames, ticketFilters } from '../fields/ticket-filters.ts';
import { hasText, type OwnField } from '../own-fields/own-field.ts';

/** A field of the query language: its operators, and what its values name. */
export type FilterField =
  | { kind: FilterKind; name: FilterName; choices: readonly string[]; mayBeAbsent: boolean }
  | { kind: 'own'; fields: OwnField[]; mayBeAbsent: true };

/** By case-folded name. */
export const filterFields: ReadonlyMap<string, FilterField> = new Map(
  filterNames.map((name) => {
    const { kind, field, nullable = false } = ticketFilters[name];
    const choices = (field && fieldDeclaration(field).choices) ?? [];
    return [foldCase(name), { kind, name, choices, mayBeAbsent: nullable }];
  }),
);

const equality = ['=', '!=', 'in', 'not in'];
const comparison = ['<', '<=', '>', '>='];
const containment = ['~', '!~'];

/** The operators of a field, in the order in which they are offered. A field that stands alone has none. */
export function listOperators(field: FilterField): readonly string[] {
  const { kind } = field;
  if (kind === 'own') {
    const isOrdered = ({ type }: OwnField) => type === 'number' || type === 'date';
    // A stored filter on a deleted field may have any operator.
    const isAny = (matches: (own: OwnField) => boolean) =>
      field.fields.length === 0 || field.fields.some(matches);
    return [
      ...equality,
      ...(isAny(isOrdered) ? comparison : []),
      ...(isAny(({ type }) => hasText(type)) ? containment : []),
    ];
  }
  if (kind === 'flag') return [];
  if (kind === 'text') return containment;
  if (kind === 'date' || kind === 'number') return [...comparison, '=', '!='];
  return kind === 'rank' ? [...equality, ...comparison] : equality;
}

/** The unquoted words for "no value" and for the caller. */
export const absentWord = 'none';
export const callerWord = 'me';
