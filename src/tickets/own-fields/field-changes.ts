import type { Queries, Tx } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { toFieldKeys } from './field-keys.ts';
import { deleteFieldKeys, insertFieldKeys } from './field-value-store.ts';
import { describeFieldValue, type FieldValue, type FieldValues, type OwnField } from './own-field.ts';
import { listUserNames } from './own-field-store.ts';

/** The changed values in an event: by field id in the form of input, and in words. */
export interface FieldChange {
  from: Record<string, FieldValue | null>;
  to: Record<string, FieldValue | null>;
  described: DescribedChange[];
}

export interface DescribedChange {
  id: string;
  name: string;
  from: string | null;
  to: string | null;
}

/** The values that differ; undefined if none does. */
export async function fieldChangeBetween(
  queries: Queries,
  fields: OwnField[],
  before: FieldValues,
  after: FieldValues,
): Promise<FieldChange | undefined> {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (id) => JSON.stringify(before[id]) !== JSON.stringify(after[id]),
  );
  if (ids.length === 0) return undefined;
  const names = await readNames(queries, fields, [before, after]);
  const pick = (values: FieldValues) => Object.fromEntries(ids.map((id) => [id, values[id] ?? null]));
  return { from: pick(before), to: pick(after), described: describe(fields, before, after, ids, names) };
}

/** In the order of the fields. A value that a move carried to the field of the same name has not changed. */
function describe(
  fields: OwnField[],
  before: FieldValues,
  after: FieldValues,
  ids: string[],
  names: (id: string) => string | undefined,
): DescribedChange[] {
  const changes = fields
    .filter(({ id }) => ids.includes(id))
    .map((field) => {
      const say = (value: FieldValue | undefined) =>
        value === undefined ? null : describeFieldValue(field, value, names);
      return { id: field.id, name: field.name, from: say(before[field.id]), to: say(after[field.id]) };
    });
  const byName = new Map<string, DescribedChange>();
  for (const change of changes) {
    const name = foldCase(change.name);
    const known = byName.get(name);
    byName.set(
      name,
      known ? { ...change, from: known.from ?? change.from, to: known.to ?? change.to } : change,
    );
  }
  return [...byName.values()].filter(({ from, to }) => from !== to);
}

/** Reads the names of the people among the values. */
export async function readNames(queries: Queries, fields: OwnField[], all: FieldValues[]) {
  const people = fields.filter(({ type }) => type === 'person');
  const ids = people.flatMap(({ id }) => all.map((values) => values[id]));
  const users = [...new Set(ids.filter((id) => typeof id === 'string'))];
  const names = await listUserNames(queries, users);
  return (id: string) => names.get(id);
}

/** Replaces the values by which filters find the ticket. */
export async function replaceFieldKeys(
  tx: Tx,
  ticketId: string,
  fields: OwnField[],
  { from, to }: Pick<FieldChange, 'from' | 'to'>,
): Promise<void> {
  const former = Object.keys(from).filter((id) => from[id] !== null);
  if (former.length > 0) await deleteFieldKeys(tx, { ticketId, fieldIds: former });
  await insertFieldKeys(tx, listKeys(ticketId, fields, to));
}

/** The keys by which filters find the values of a ticket. */
export function listKeys(ticketId: string, fields: OwnField[], values: Record<string, FieldValue | null>) {
  return fields.flatMap((field) => {
    const value = values[field.id] ?? null;
    if (value === null) return [];
    return toFieldKeys(field, value).map((key) => ({ ticketId, fieldId: field.id, ...key }));
  });
}
