import { ListItems } from '../list/list-items.ts';

interface ShownGroup {
  value: string;
  ids: readonly string[];
  total: number;
  isCollapsed: boolean;
}

const headPrefix = 'head:';
export const idOfHead = (value: string): string => headPrefix + value;
/** The value of a group, if the id is that of its head. */
export const groupOfHead = (id: string): string | undefined =>
  id.startsWith(headPrefix) ? id.slice(headPrefix.length) : undefined;

/** The lines of a timeline. Arrow keys visit heads and tickets alike, so both have an id. */
export class TimelineOrder {
  readonly items: ListItems;
  /** Every line that can be active, in order. */
  readonly ids: readonly string[];
  readonly #groups: readonly ShownGroup[];
  readonly #headLines: 0 | 1;

  constructor(groups: readonly ShownGroup[], hasHeads: boolean) {
    this.#groups = groups;
    this.#headLines = hasHeads ? 1 : 0;
    this.items = new ListItems(
      groups.map((group) => ({ ...group, key: group.value })),
      hasHeads,
    );
    const parts = groups.flatMap(({ value, ids, isCollapsed }) => [
      ...(hasHeads ? [[idOfHead(value)]] : []),
      ...(isCollapsed ? [] : [ids]),
    ]);
    const [only] = parts;
    this.ids = parts.length === 1 && only ? only : parts.flat();
  }

  /** The line of the id with this number. Grey lines of missing pages have no id. */
  lineOf(index: number): number {
    let rest = index;
    for (const [group, { ids, isCollapsed }] of this.#groups.entries()) {
      const size = this.#headLines + (isCollapsed ? 0 : ids.length);
      if (rest < size) return this.items.lineOf(group, rest - this.#headLines);
      rest -= size;
    }
    return 0;
  }
}
