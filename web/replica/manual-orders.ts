import type { TicketRow } from './types.ts';
import { compileOrder, sortRows } from './views/match.ts';
import { findPlace, moveRow, type OrderedIds } from './views/view.ts';

const byRank = { sort: 'rank', order: 'asc' } as const;
/** After so many changes that nobody asked between, sorting again is faster than having moved each row. */
const unaskedChangesMax = 500;

interface Rows {
  get(id: string): TicketRow | undefined;
  all(): Iterable<TicketRow>;
}

export interface Neighbours {
  previous: TicketRow | undefined;
  next: TicketRow | undefined;
}

interface Order extends OrderedIds {
  unaskedChanges: number;
}

/**
 * The tickets of each home in the manual order, sorted when a place in it is first wanted. After that a changed row
 * moves by binary search, so that a new ticket finds its place without a look at every row.
 */
export class ManualOrders {
  readonly #rows: Rows;
  readonly #orders = new Map<string, Order>();

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  /** Called when a row changes; `get` still returns the previous one. */
  onRow(id: string, before: TicketRow | undefined, after: TicketRow | undefined): void {
    if (this.#orders.size === 0) return;
    for (const home of new Set([before && homeOf(before), after && homeOf(after)])) {
      const order = home === undefined ? undefined : this.#orders.get(home);
      if (home === undefined || !order) continue;
      if (++order.unaskedChanges > unaskedChangesMax) this.#orders.delete(home);
      else moveRow(order, id, before, after, this.#rows.get);
    }
  }

  /** Called after rows were restored without a signal for each. */
  forget(): void {
    this.#orders.clear();
  }

  /** The first ticket of the row's home. */
  first(row: TicketRow): TicketRow | undefined {
    return this.#rows.get(this.#order(row).ids[0] ?? '');
  }

  /** The last ticket of the row's home but the row itself. */
  last(row: TicketRow): TicketRow | undefined {
    const { ids } = this.#order(row);
    return this.#rows.get((ids.at(-1) === row.id ? ids.at(-2) : ids.at(-1)) ?? '');
  }

  /** The tickets of the row's home that come directly before and after its rank, without those given. */
  around(row: TicketRow, without: { has(id: string): boolean }): Neighbours {
    const { ids, compare } = this.#order(row);
    const find = (from: number, step: 1 | -1) => {
      for (let at = from; at >= 0 && at < ids.length; at += step) {
        const other = this.#rows.get(ids[at] as string);
        if (other && other.rank !== row.rank && !without.has(other.id)) return other;
      }
      return undefined;
    };
    const place = findPlace({ ids, compare }, row, this.#rows.get);
    return { previous: find(place - 1, -1), next: find(place, 1) };
  }

  #order(row: TicketRow): Order {
    const home = homeOf(row);
    let order = this.#orders.get(home);
    if (!order) {
      const { projectId, workspaceId } = row;
      const matches = (other: TicketRow) =>
        other.projectId === projectId && other.workspaceId === workspaceId;
      const rows = sortRows([...this.#rows.all()].filter(matches), byRank);
      order = { ids: rows.map(({ id }) => id), matches, compare: compileOrder(byRank), unaskedChanges: 0 };
      this.#orders.set(home, order);
    }
    order.unaskedChanges = 0;
    return order;
  }
}

/** Names the project, or the workspace of a ticket without one. */
const homeOf = ({ projectId, workspaceId }: TicketRow) => `${projectId ?? ''} ${workspaceId}`;
