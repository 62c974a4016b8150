import { useQuery } from '@tanstack/react-query';
import type { OwnField } from '../../../sdk/index.ts';
import { queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { formatDay } from '../../parts/dates/dates.ts';
import { fieldWord } from '../../parts/ticket-words.ts';
import { ownFieldsQuery } from '../../projects/index.ts';
import { readBoot, type TicketRow } from '../../replica/index.ts';
import { commonValue } from '../fields/field-values.ts';
import { isOwnField, ownFieldId } from '../ticket-search.ts';

const none: readonly OwnField[] = [];

/** The own fields of a project; none while they are loading, and for several projects. */
export const useOwnFields = (projectId: string | undefined): readonly OwnField[] =>
  useQuery({ ...ownFieldsQuery(projectId ?? ''), enabled: projectId !== undefined }).data ?? none;

export const readOwnFields = (projectId: string): Promise<readonly OwnField[]> =>
  queryClient.fetchQuery(ownFieldsQuery(projectId));

const projectOf = (rows: readonly TicketRow[]): string | undefined => {
  const common = commonValue(rows, ({ projectId }) => projectId);
  return typeof common === 'object' ? (common.value ?? undefined) : undefined;
};

/** The own fields that all of the tickets have: those of their project, if it is one. */
export const useOwnFieldsOf = (rows: readonly TicketRow[]): readonly OwnField[] =>
  useOwnFields(projectOf(rows));

/** The same as far as they are loaded. */
export const loadedOwnFieldsOf = (rows: readonly TicketRow[]): readonly OwnField[] =>
  queryClient.getQueryData(ownFieldsQuery(projectOf(rows) ?? '').queryKey) ?? none;

/** The name of a column of a list, of a part of a card, or of the field of a board. */
export const partName = (part: string, ownFields: readonly OwnField[]): string =>
  isOwnField(part)
    ? (ownFields.find(({ id }) => id === ownFieldId(part))?.name ?? m.tickets.groups.unknown)
    : fieldWord(part, m.arrange.parts);

/** The value of an own field as a text; empty without one. */
export function ownValueText(field: OwnField | undefined, value: unknown): string {
  if (!field || value === null || value === undefined || value === false || value === '') return '';
  if (value === true) return m.arrange.yes;
  const optionName = (id: unknown) => field.options.find((option) => option.id === id)?.name ?? '';
  if (field.type === 'select') return optionName(value);
  if (Array.isArray(value)) return value.map(optionName).filter(Boolean).join(', ');
  if (field.type === 'person') return readBoot().people.find(({ id }) => id === value)?.name ?? '';
  return field.type === 'date' ? formatDay(String(value).slice(0, 10)) : String(value);
}
