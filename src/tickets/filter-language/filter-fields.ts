import type { DateRange } from '../lists/ticket-filter.ts';
import { hasText, type OwnField } from '../own-fields/own-field.ts';
import { ticketPriorities, ticketStages, ticketStatuses, ticketTypes } from '../ticket.ts';

/** What a condition on a field can be: which operators it takes, and what its values name. */
export type FilterField =
  | { kind: 'choice'; filter: 'statuses' | 'types' | 'stages'; choices: readonly string[] }
  | { kind: 'rank'; filter: 'priorities'; choices: readonly string[] }
  | { kind: 'person'; filter: 'assignees' | 'reporters'; mayBeAbsent: boolean }
  | { kind: 'label' | 'group' | 'milestone' | 'parent' | 'project'; mayBeAbsent: true }
  | { kind: 'workspace'; mayBeAbsent: false }
  | { kind: 'date'; range: DateRange['field']; mayBeAbsent: boolean }
  | { kind: 'own'; fields: OwnField[]; mayBeAbsent: true }
  | { kind: 'number'; filter: 'estimates'; mayBeAbsent: true }
  | { kind: 'text' }
  | { kind: 'flag' };

export const filterFields: ReadonlyMap<string, FilterField> = new Map<string, FilterField>([
  ['status', { kind: 'choice', filter: 'statuses', choices: ticketStatuses }],
  ['priority', { kind: 'rank', filter: 'priorities', choices: ticketPriorities }],
  ['type', { kind: 'choice', filter: 'types', choices: ticketTypes }],
  ['stage', { kind: 'choice', filter: 'stages', choices: ticketStages }],
  ['assignee', { kind: 'person', filter: 'assignees', mayBeAbsent: true }],
  ['reporter', { kind: 'person', filter: 'reporters', mayBeAbsent: false }],
  ['label', { kind: 'label', mayBeAbsent: true }],
  ['group', { kind: 'group', mayBeAbsent: true }],
  ['milestone', { kind: 'milestone', mayBeAbsent: true }],
  ['project', { kind: 'project', mayBeAbsent: true }],
  ['workspace', { kind: 'workspace', mayBeAbsent: false }],
  ['parent', { kind: 'parent', mayBeAbsent: true }],
  ['due', { kind: 'date', range: 'dueDate', mayBeAbsent: true }],
  ['created', { kind: 'date', range: 'createdAt', mayBeAbsent: false }],
  ['updated', { kind: 'date', range: 'updatedAt', mayBeAbsent: false }],
  ['estimate', { kind: 'number', filter: 'estimates', mayBeAbsent: true }],
  ['text', { kind: 'text' }],
  ['ready', { kind: 'flag' }],
  ['overdue', { kind: 'flag' }],
]);

const equality = ['=', '!=', 'in', 'not in'];
const comparison = ['<', '<=', '>', '>='];
const containment = ['~', '!~'];

/** The operators of a field, in the order in which they are offered; none for a field that stands alone. */
export function operatorsOf(field: FilterField): readonly string[] {
  const { kind } = field;
  if (kind === 'own') {
    const isOrdered = ({ type }: OwnField) => type === 'number' || type === 'date';
    // Of a field that is gone, a stored filter may have had any operator.
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

/** The words that stand for no value and for the caller, where they are not quoted. */
export const absentWord = 'none';
export const callerWord = 'me';
