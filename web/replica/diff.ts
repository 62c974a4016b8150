import type { TicketPatch, TicketRow } from './types.ts';

/** Values of fields that a person can change; `rank` is the place in the order by hand. */
export type Values = TicketPatch & { rank?: string };

/** What a step changes, by ticket. The row of a ticket that comes or goes may be unknown. */
export interface Diff {
  added?: ReadonlyMap<string, TicketRow | undefined>;
  /** The changed fields alone. */
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

/** Several steps in a row as one: of each field the first value before and the last one after. */
export function squash(diffs: readonly Diff[]): Diff {
  const added = new Map<string, TicketRow | undefined>();
  const updated = new Map<string, readonly [from: Values, to: Values]>();
  const removed = new Map<string, TicketRow | undefined>();
  for (const diff of diffs) {
    for (const [id, row] of diff.added ?? []) if (!removed.delete(id)) added.set(id, row);
    for (const [id, [from, to]] of diff.updated ?? []) {
      const earlier = updated.get(id);
      // A ticket that this step creates comes and goes with all its values.
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

/** What is left to do of a change: the fields that still have the value from before it. What others changed since stays. */
export function valuesToSet(row: TicketRow, [from, to]: readonly [from: Values, to: Values]): Values {
  const left = Object.keys(to).filter(
    (name) =>
      // The description is not in rows, and the rank is chosen anew by the server.
      name === 'description' ||
      name === 'rank' ||
      isEqual(row[name as keyof TicketRow], from[name as keyof Values]),
  );
  return pick(to, left);
}

export const pick = <Item extends object>(item: Item, names: readonly string[]): Partial<Item> =>
  Object.fromEntries(names.map((name) => [name, item[name as keyof Item]])) as Partial<Item>;

export const isEqual = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((x, i) => x === b[i]) : a === b;
