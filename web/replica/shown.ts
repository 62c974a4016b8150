import { Confirmed, type ConfirmedListener } from './confirmed.ts';
import { compose, type Entry, ticketsOf } from './pending.ts';
import type { TicketRow } from './types.ts';

/** Called for each row that changes, before `get` returns the new row. */
export type RowListener = (id: string, before: TicketRow | undefined, after: TicketRow | undefined) => void;

/**
 * What is shown = the confirmed row + the pending patches, field by field. Nothing else writes a row: a refusal removes
 * its entry and the rows are composed again, so that what arrived meanwhile survives.
 */
export class Shown {
  readonly confirmed: Confirmed;
  readonly #rows = new Map<string, TicketRow>();
  readonly #byTicket = new Map<string, Entry[]>();
  /** For tickets with entries: the confirmed row from which the shown one was last composed. */
  readonly #confirmedBelow = new Map<string, TicketRow | undefined>();
  #byStatus: Map<TicketRow['status'], TicketRow[]> | undefined;
  readonly #onRow: RowListener;
  readonly #onConfirmedBelow: RowListener;
  #entries: readonly Entry[] = [];

  /** `onConfirmedBelow` is called when the confirmed row below pending entries changes, even if the shown one does not. */
  constructor(onRow: RowListener, onConfirmedBelow: RowListener, onConfirmed: ConfirmedListener) {
    this.confirmed = new Confirmed(onConfirmed);
    this.#onRow = onRow;
    this.#onConfirmedBelow = onConfirmedBelow;
  }

  get = (id: string): TicketRow | undefined => this.#rows.get(id);
  all = (): IterableIterator<TicketRow> => this.#rows.values();

  /** Grouped at the first call and kept until a row changes, because each group of a list and column of a board asks. */
  withStatus(status: TicketRow['status']): readonly TicketRow[] {
    this.#byStatus ??= Map.groupBy(this.#rows.values(), (row) => row.status);
    return this.#byStatus.get(status) ?? [];
  }

  get size(): number {
    return this.#rows.size;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  entriesOf = (id: string): readonly Entry[] => this.#byTicket.get(id) ?? [];

  /** Counts the tickets that match only as shown, and those that match only as confirmed. */
  pendingDifference(matches: (row: TicketRow) => boolean): { added: number; removed: number } {
    let [added, removed] = [0, 0];
    for (const id of this.#byTicket.keys()) {
      const [shown, confirmed] = [this.#rows.get(id), this.confirmed.get(id)];
      const isShown = shown !== undefined && matches(shown);
      const isConfirmed = confirmed !== undefined && matches(confirmed);
      if (isShown && !isConfirmed) added++;
      if (isConfirmed && !isShown) removed++;
    }
    return { added, removed };
  }

  setEntries(entries: readonly Entry[]): void {
    const changed = new Set<string>();
    const [before, after] = [new Set(this.#entries), new Set(entries)];
    for (const entry of [...this.#entries, ...entries]) {
      if (before.has(entry) && after.has(entry)) continue;
      for (const id of ticketsOf(entry)) changed.add(id);
    }
    this.#entries = entries;
    for (const id of changed) {
      const own = entries.filter((entry) => ticketsOf(entry).includes(id));
      if (own.length > 0) this.#byTicket.set(id, own);
      else this.#byTicket.delete(id);
    }
    this.refresh(changed);
  }

  /** Restores the cached rows of an earlier page. */
  restore(rows: readonly TicketRow[]): void {
    this.confirmed.restore(rows);
    this.#byStatus = undefined;
    for (const row of this.confirmed.all()) if (!this.#byTicket.has(row.id)) this.#rows.set(row.id, row);
    this.refresh(this.#byTicket.keys());
  }

  /** Composes the rows again. */
  refresh(ids: Iterable<string>): void {
    for (const id of ids) {
      const before = this.#rows.get(id);
      this.#noteConfirmed(id);
      const after = compose(this.confirmed.get(id), id, this.entriesOf(id));
      if (before === after) continue;
      this.#onRow(id, before, after);
      this.#byStatus = undefined;
      if (after) this.#rows.set(id, after);
      else this.#rows.delete(id);
    }
  }

  #noteConfirmed(id: string): void {
    const before = this.#confirmedBelow.get(id);
    const after = this.confirmed.get(id);
    if (this.#confirmedBelow.has(id) && before !== after) this.#onConfirmedBelow(id, before, after);
    if (this.#byTicket.has(id)) this.#confirmedBelow.set(id, after);
    else this.#confirmedBelow.delete(id);
  }
}
