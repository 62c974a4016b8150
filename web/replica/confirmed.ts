import { groupFields } from './row-fields.ts';
import type { TicketRow } from './types.ts';

/** The origin of a row: an event of the stream, or an answer to a request sent at the tick `since`. */
export interface Origin {
  since?: number;
  /** True if the answer lacks some fields, so that the row does not replace a complete one of the same time. */
  isPartial?: boolean;
  /** True if the event restored a deleted ticket. */
  isRestored?: boolean;
}

interface Removal {
  tick: number;
  /** Rows with this `updatedAt` or an earlier one are older than the removal. */
  updatedAt: string;
  /** True if this person deleted the ticket and the event with the time has not arrived yet. */
  awaitsEvent?: boolean;
}

/** Told of each row that the server confirmed, changed or removed. */
export type ConfirmedListener = (before: TicketRow | undefined, after: TicketRow | undefined) => void;

/**
 * The tickets as the server has reported them. Answers and events arrive in any order:
 * 1. Of two rows of a ticket the one with the later `updatedAt` is kept: every change increases it.
 * 2. A removed ticket returns only by a row that is later than its removal, or by an answer to a request that was sent
 *    after the removal was known.
 * 3. A deleted label or group, and the new key of a project, change many rows without changing their `updatedAt`; they
 *    are remembered and applied to every later row as well.
 *
 * Time is counted in ticks, one for each change: the clocks of browser and server are never compared.
 */
export class Confirmed {
  readonly #onChange: ConfirmedListener;
  readonly #rows = new Map<string, TicketRow>();
  readonly #removals = new Map<string, Removal>();
  /** The tick of the last deletion event of each ticket. */
  readonly #deletionEvents = new Map<string, number>();
  readonly #goneProjects = new Map<string, { tick: number; me: string }>();
  readonly #deletedParts = new Set<string>();
  readonly #projectKeys = new Map<string, string>();
  /** The tick at which each row was confirmed, recorded while loads run. */
  readonly #confirmedAt = new Map<string, number>();
  #missedAt = 0;
  #loads = 0;
  #tick = 0;

  constructor(onChange: ConfirmedListener = () => {}) {
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#rows.size;
  }

  get = (id: string): TicketRow | undefined => this.#rows.get(id);
  all = (): IterableIterator<TicketRow> => this.#rows.values();

  /** The current tick, for `Origin.since` of a request that is sent now. */
  now = (): number => ++this.#tick;

  /** Returns true if the row was accepted and differs from the previous one. */
  confirm(given: TicketRow, origin: Origin = {}): boolean {
    const { id } = given;
    const removal = this.#removals.get(id);
    if (removal && !isAfterRemoval(given, removal, origin)) return false;
    if (this.#isOfGoneProject(given, origin)) return false;
    const row = this.#withKnownChanges(given);
    const known = this.#rows.get(id);
    if (known && known.updatedAt > row.updatedAt) return false;
    if (this.#loads > 0) this.#confirmedAt.set(id, ++this.#tick);
    if (known && known.updatedAt === row.updatedAt) {
      if (origin.isPartial || isSame(known, row)) return false;
      // The request is older than a gap in the events, so it is unknown which of the two rows has a label deleted
      // meanwhile.
      if (origin.since !== undefined && this.hasMissedSince(origin.since)) return false;
    }
    this.#removals.delete(id);
    this.#set(id, row);
    return true;
  }

  /** Restores the rows of an earlier page. Only answers to this person's changes can be newer: events come later. */
  restore(rows: readonly TicketRow[]): void {
    for (const row of rows) {
      const known = this.#rows.get(row.id);
      if (known ? known.updatedAt < row.updatedAt : !this.#removals.has(row.id)) this.#rows.set(row.id, row);
    }
  }

  /** Applies an event: the ticket was deleted at `at`. Returns true if it was cached. */
  removeDeleted(id: string, at: string): boolean {
    this.#deletionEvents.set(id, ++this.#tick);
    const known = this.#rows.get(id);
    if (known && known.updatedAt > at) return false;
    return this.#remove(id, at);
  }

  /** Applies an event: this person lost access to the ticket at `at`. A row with that time was read after the event. */
  removeGone(id: string, at: string): boolean {
    const known = this.#rows.get(id);
    if (known && known.updatedAt >= at) return false;
    return this.#remove(id, at);
  }

  /**
   * Applies the answer to this person's deletion, which does not contain its time; a deletion event does. If the ticket
   * was gone before, no such event need follow, because it may have become unreadable instead.
   */
  removeByAnswer(id: string, since: number, wasGone: boolean): boolean {
    if ((this.#deletionEvents.get(id) ?? 0) > since) return false;
    const updatedAt = this.#rows.get(id)?.updatedAt ?? '';
    this.#removals.set(id, { tick: ++this.#tick, updatedAt, awaitsEvent: !wasGone });
    return this.#set(id, undefined);
  }

  /** Applies an answer to a request sent at `since` that lacks the ticket. A row confirmed later stays. */
  removeAbsent(id: string, since: number): boolean {
    const known = this.#rows.get(id);
    if (!known || (this.#confirmedAt.get(id) ?? 0) > since) return false;
    return this.#remove(id, known.updatedAt);
  }

  #remove(id: string, at: string): boolean {
    const former = this.#removals.get(id);
    if (!former || former.awaitsEvent || former.updatedAt < at) {
      this.#removals.set(id, { tick: ++this.#tick, updatedAt: at });
    }
    return this.#set(id, undefined);
  }

  /** Returns whether there was a row. */
  #set(id: string, row: TicketRow | undefined): boolean {
    const before = this.#rows.get(id);
    if (row) this.#rows.set(id, row);
    else this.#rows.delete(id);
    if (before || row) this.#onChange(before, row);
    return before !== undefined;
  }

  /** Applies the loss of a project. `me` keeps the tickets they report or are assigned to, unless it was deleted. */
  removeProject(projectId: string, me: string, isDeleted: boolean): TicketRow[] {
    const removed = [...this.#rows.values()].filter(
      (row) => row.projectId === projectId && (isDeleted || !isTheirs(row, me)),
    );
    this.#goneProjects.set(projectId, { tick: ++this.#tick, me: isDeleted ? '' : me });
    for (const { id, updatedAt } of removed) this.#remove(id, updatedAt);
    return removed;
  }

  /** Removes a deleted label or group from every present and future row. Returns the changed ids. */
  deletePart(id: string): string[] {
    this.#deletedParts.add(id);
    return this.#rewrite();
  }

  isDeletedPart = (id: string): boolean => this.#deletedParts.has(id);

  changeProjectKey(projectId: string, key: string): string[] {
    this.#projectKeys.set(projectId, key);
    return this.#rewrite();
  }

  /** Returns the tick that `confirm` takes as `since`, and `endLoad` too. */
  beginLoad(): number {
    this.#loads++;
    return ++this.#tick;
  }

  /**
   * Removes the rows that the load should have contained and did not, except those confirmed while it ran. Without
   * `isInScope` the load failed and nothing is removed. Returns the removed ids.
   */
  endLoad(since: number, loaded?: ReadonlySet<string>, isInScope?: (row: TicketRow) => boolean): string[] {
    const removed: string[] = [];
    if (loaded && isInScope) {
      for (const row of this.#rows.values()) {
        const isConfirmedSince = (this.#confirmedAt.get(row.id) ?? 0) > since;
        if (!loaded.has(row.id) && !isConfirmedSince && isInScope(row)) removed.push(row.id);
      }
    }
    for (const id of removed) this.#remove(id, this.#rows.get(id)?.updatedAt ?? '');
    if (--this.#loads === 0) this.#confirmedAt.clear();
    return removed;
  }

  /** True if events were missed since then, so that a request of that time may have returned outdated rows. */
  hasMissedSince = (since: number): boolean => since < this.#missedAt;

  /** Called when events were missed: awaited events may never arrive, and remembered keys may be outdated. */
  missEvents(): void {
    this.#missedAt = ++this.#tick;
    this.#projectKeys.clear();
    for (const removal of this.#removals.values()) removal.awaitsEvent = false;
  }

  /** Drops rows that are no longer needed. They may be confirmed again. */
  drop(ids: Iterable<string>): void {
    for (const id of ids) this.#rows.delete(id);
  }

  #rewrite(): string[] {
    const changed: string[] = [];
    for (const [id, row] of this.#rows) {
      const next = this.#withKnownChanges(row);
      if (next === row) continue;
      this.#set(id, next);
      changed.push(id);
    }
    return changed;
  }

  #withKnownChanges(row: TicketRow): TicketRow {
    let known = row;
    if (this.#deletedParts.size > 0) {
      for (const name of groupFields)
        if (this.isDeletedPart(row[name] ?? '')) known = { ...known, [name]: null };
      if (row.labelIds.some(this.isDeletedPart)) {
        known = { ...known, labelIds: row.labelIds.filter((id) => !this.#deletedParts.has(id)) };
      }
    }
    const projectKey = row.projectId === null ? undefined : this.#projectKeys.get(row.projectId);
    if (projectKey !== undefined && row.number !== null && row.key !== `${projectKey}-${row.number}`) {
      known = { ...known, key: `${projectKey}-${row.number}` };
    }
    return known;
  }

  #isOfGoneProject(row: TicketRow, { since }: Origin): boolean {
    const gone = row.projectId === null ? undefined : this.#goneProjects.get(row.projectId);
    if (!gone || since === undefined || since > gone.tick) return false;
    return gone.me === '' || !isTheirs(row, gone.me);
  }
}

const isTheirs = (row: TicketRow, me: string) => row.reporterId === me || row.assigneeId === me;

function isAfterRemoval(row: TicketRow, removal: Removal, { since, isRestored }: Origin): boolean {
  if (since !== undefined && since > removal.tick) return true;
  if (removal.awaitsEvent && !isRestored) return false;
  return row.updatedAt > removal.updatedAt;
}

/** Compares two rows of the same ticket and `updatedAt`: only what changes without `updatedAt` can differ. */
const isSame = (a: TicketRow, b: TicketRow) =>
  a.key === b.key &&
  groupFields.every((name) => a[name] === b[name]) &&
  a.workspaceId === b.workspaceId &&
  a.version === b.version &&
  a.labelIds.length === b.labelIds.length &&
  a.labelIds.every((id, index) => id === b.labelIds[index]);
