import type { TicketPatch, TicketRow } from './types.ts';

/** Values of fields that a person can change. `rank` is the position in the manual order. */
export type Values = TicketPatch & { rank?: string };

/** What a step changes, by ticket. The row of an added or removed ticket may be unknown. */
export interface Diff {
  added?: ReadonlyMap<string, TicketRow | undefined>;
  /** Contains only the changed fields. */
  updated?: ReadonlyMap<string, readonly [from: Values, to: Values]>;
  removed?: ReadonlyMap<string, TicketRow | undefined>;
}

export const ticketsIn = ({ added, updated, removed }: Diff): string[] => [
  ...new Set([added, updated, removed].flatMap((part) => [...(part?.keys() ?? [])])),
];

export const reverse = ({ added, updated, removed }: Diff): Diff => ({
  ...(removed && { added: removed }),
  ...(updated && { updated: new Map([...updated].map(([id, [from, to]]) => [id, [to, from]])) }),
  ...(added && { removed: added }),
});

/** Merges consecutive steps into one: each field has its first value before and its last value after. */
export function squash(diffs: readonly Diff[]): Diff {
  const added = new Map<string, TicketRow | undefined>();
  const updated = new Map<string, readonly [from: Values, to: Values]>();
  const removed = new Map<string, TicketRow | undefined>();
  for (const diff of diffs) {
    for (const [id, row] of diff.added ?? []) if (!removed.delete(id)) added.set(id, row);
    for (const [id, [from, to]] of diff.updated ?? []) {
      const earlier = updated.get(id);
      // A ticket that this step creates is added and removed with all its values.
      if (!added.has(id))
        updated.set(id, [
          { ...from, ...earlier?.[0] },
          { ...earlier?.[1], ...to },
        ]);
    }
    for (const [id, row] of diff.removed ?? []) if (!added.delete(id)) removed.set(id, row);
  }
  return { added, updated, removed };
}

/** The values that a change still has to set: fields that others have changed since are left out. */
export function valuesToSet(row: TicketRow, [from, to]: readonly [from: Values, to: Values]): Values {
  const left = Object.keys(to).filter(
    (name) =>
      // Rows have no description, and the server chooses the rank again.
      name === 'description' || name === 'rank' || hasValue(row, name, from[name as keyof Values]),
  );
  return pick(to, left);
}

export const pick = <Item extends object>(item: Item, names: readonly string[]): Partial<Item> =>
  Object.fromEntries(names.map((name) => [name, item[name as keyof Item]])) as Partial<Item>;

/** Of own fields only those that `value` names count; an absent one is null. */
export const hasValue = (row: TicketRow, name: string, value: unknown): boolean =>
  name === 'fields'
    ? Object.entries(value ?? {}).every(([id, own]) => isEqual(row.fields?.[id] ?? null, own))
    : isEqual(row[name as keyof TicketRow], value);

/** The values that these fields of a row have. */
export const valuesOf = (row: object, to: Values): Values => ({
  ...pick(row, Object.keys(to)),
  ...(to.fields && {
    fields: Object.fromEntries(
      Object.keys(to.fields).map((id) => [id, (row as Pick<TicketRow, 'fields'>).fields?.[id] ?? null]),
    ) as NonNullable<Values['fields']>,
  }),
});

const isEqual = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((x, i) => x === b[i]) : a === b;
