import type { Queries } from '../../platform/db/index.ts';
import { readNames } from './field-changes.ts';
import {
  describeFieldValue,
  type FieldValue,
  type FieldValues,
  isActive,
  type OwnField,
  type OwnFieldType,
  parseFieldValues,
} from './own-field.ts';
import { listFieldsIn, listFieldsOf } from './own-field-store.ts';

export interface NamedFieldValue {
  fieldId: string;
  name: string;
  type: OwnFieldType;
  value: FieldValue;
  text: string;
}

/** Reads the values of a ticket with the names of their fields, in the order of the fields. Most tickets have none. */
export async function readNamedValues(
  queries: Queries,
  { projectId, fields: stored }: { projectId: string | null; fields: string | null },
): Promise<NamedFieldValue[]> {
  if (projectId === null || stored === null) return [];
  const values = parseFieldValues(stored);
  const fields = await listFieldsOf(queries, projectId);
  return nameValues(fields, values, await readNames(queries, fields, [values]));
}

const nameValues = (
  fields: OwnField[],
  values: FieldValues,
  names: (userId: string) => string | undefined,
): NamedFieldValue[] =>
  fields.filter(isActive).flatMap((field) => {
    const value = values[field.id];
    if (value === undefined) return [];
    const { id: fieldId, name, type } = field;
    return [{ fieldId, name, type, value, text: describeFieldValue(field, value, names) }];
  });

/** Does the same for many tickets, with two statements, or none if no ticket has values. */
export async function readValuesOfTickets(
  queries: Queries,
  tickets: readonly { projectId: string | null; fields: string | null }[],
): Promise<(ticket: { projectId: string | null; fields: string | null }) => NamedFieldValue[]> {
  const withValues = tickets.filter(({ fields }) => fields !== null);
  if (withValues.length === 0) return () => [];
  const projectIds = [...new Set(withValues.flatMap(({ projectId }) => projectId ?? []))];
  const fields = await listFieldsIn(queries, projectIds);
  const values = withValues.map((ticket) => parseFieldValues(ticket.fields));
  const names = await readNames(queries, fields, values);
  const byProject = Map.groupBy(fields, ({ projectId }) => projectId);
  return ({ projectId, fields: stored }) =>
    stored === null ? [] : nameValues(byProject.get(projectId ?? '') ?? [], parseFieldValues(stored), names);
}
