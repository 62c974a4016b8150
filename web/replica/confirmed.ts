import { groupFields } from './row-fields.ts';
import type { TicketRow } from './types.ts';

/** Where a row comes from: an event of the stream, or an answer to a request that began at the tick `since`. */
export interface Origin {
  since?: number;
  /** The row lacks what this answer does not contain, so one of the same moment does not replace a complete one. */
  isPartial?: boolean;
  /** The event says that a deleted ticket was restored. */
  isRestored?: boolean;
}

interface Removal {
  tick: number;
  /** Rows of this moment or before are older than the removal. */
  updatedAt: string;
  /** This person deleted the ticket, and the event that says when has not arrived. */
  awaitsEvent?: boolean;
}

/**
 * The tickets as the server has them, as far as it has told. Answers and events arrive in any order:
 *
 * 1. Of two rows of a ticket the one with the later `updatedAt` stays: every change makes it grow.
 * 2. A removed ticket returns only by a row that is later than its removal, or by an answer to a request that was sent
 *    after the removal was known.
 * 3. A deleted label or group, and the new key of a project, change many rows without their `updatedAt`; they are
 *    remembered and applied to every later row as well.
 *
 * Time is counted in ticks, one for each change: the clocks of browser and server are never compared.
 */
export class Confirmed {
  readonly #rows = new Map<string, TicketRow>();
  readonly #removals = new Map<string, Removal>();
  /** The tick of the last event that told of the ticket's deletion. */
  readonly #deletionEvents = new Map<string, number>();
  readonly #goneProjects = new Map<string, { tick: number; me: string }>();
  readonly #deletedParts = new Set<string>();
  readonly #projectKeys = new Map<string, string>();
  /** While loads run: the tick at which a row was confirmed. */
  readonly #confirmedAt = new Map<string, number>();
  #missedAt = 0;
  #loads = 0;
  #tick = 0;

  get size(): number {
    return this.#rows.size;
  }

  get = (id: string): TicketRow | undefined => this.#rows.get(id);
  all = (): IterableIterator<TicketRow> => this.#rows.values();

  /** The present moment, for `Origin.since` of a request that is sent now. */
  now = (): number => ++this.#tick;

  /** Returns whether the row was accepted and differs from the one before. */
  confirm(given: TicketRow, origin: Origin = {}): boolean {
    const { id } = given;
    const removal = this.#removals.get(id);
    if (removal && !isAfterRemoval(given, removal, origin)) return false;
    if (this.#isOfGoneProject(given, origin)) return false;
    const row = this.#withKnownChanges(given);
    const held = this.#rows.get(id);
    if (held && held.updatedAt > row.updatedAt) return false;
    if (this.#loads > 0) this.#confirmedAt.set(id, ++this.#tick);
    if (held && held.updatedAt === row.updatedAt) {
      if (origin.isPartial || isSame(held, row)) return false;
      // Which of the two has the label that was deleted meanwhile is not known: the request is older than the gap in events.
      if (origin.since !== undefined && this.hasMissedSince(origin.since)) return false;
    }
    this.#removals.delete(id);
    this.#rows.set(id, row);
    return true;
  }

  /** Takes over what an earlier page held. Only answers to this person's changes can be newer: events come later. */
  restore(rows: readonly TicketRow[]): void {
    for (const row of rows) {
      const held = this.#rows.get(row.id);
      if (held ? held.updatedAt < row.updatedAt : !this.#removals.has(row.id)) this.#rows.set(row.id, row);
    }
  }

  /** An event told at `at` that the ticket was deleted. Returns whether it was held. */
  removeDeleted(id: string, at: string): boolean {
    this.#deletionEvents.set(id, ++this.#tick);
    const held = this.#rows.get(id);
    if (held && held.updatedAt > at) return false;
    return this.#remove(id, at);
  }

  /** An event told at `at` that this person can no longer read the ticket. A row of that moment was read after it. */
  removeGone(id: string, at: string): boolean {
    const held = this.#rows.get(id);
    if (held && held.updatedAt >= at) return false;
    return this.#remove(id, at);
  }

  /**
   * The answer to this person's deletion, which does not say when it happened. A deletion event since then does. Of a ticket
   * that was gone before, no such event need follow: it may have become unreadable.
   */
  removeByAnswer(id: string, since: number, wasGone: boolean): boolean {
    if ((this.#deletionEvents.get(id) ?? 0) > since) return false;
    const updatedAt = this.#rows.get(id)?.updatedAt ?? '';
    this.#removals.set(id, { tick: ++this.#tick, updatedAt, awaitsEvent: !wasGone });
    return this.#rows.delete(id);
  }

  /** The answer to a request that was sent at `since` does not have the ticket. What was confirmed later stays. */
  removeAbsent(id: string, since: number): boolean {
    const held = this.#rows.get(id);
    if (!held || (this.#confirmedAt.get(id) ?? 0) > since) return false;
    return this.#remove(id, held.updatedAt);
  }

  #remove(id: string, at: string): boolean {
    const former = this.#removals.get(id);
    if (!former || former.awaitsEvent || former.updatedAt < at) {
      this.#removals.set(id, { tick: ++this.#tick, updatedAt: at });
    }
    return this.#rows.delete(id);
  }

  /** The project is gone for `me`, who keeps the tickets that they report or are assigned, unless it was deleted. */
  removeProject(projectId: string, me: string, isDeleted: boolean): TicketRow[] {
    const removed = [...this.#rows.values()].filter(
      (row) => row.projectId === projectId && (isDeleted || !isTheirs(row, me)),
    );
    this.#goneProjects.set(projectId, { tick: ++this.#tick, me: isDeleted ? '' : me });
    for (const { id, updatedAt } of removed) this.#remove(id, updatedAt);
    return removed;
  }

  /** Takes a deleted label or group from every row, now and later. Returns the changed ids. */
  deletePart(id: string): string[] {
    this.#deletedParts.add(id);
    return this.#rewrite();
  }

  isDeletedPart = (id: string): boolean => this.#deletedParts.has(id);

  changeProjectKey(projectId: string, key: string): string[] {
    this.#projectKeys.set(projectId, key);
    return this.#rewrite();
  }

  /** Returns the tick to give to `confirm` as `since` and to `endLoad`. */
  beginLoad(): number {
    this.#loads++;
    return ++this.#tick;
  }

  /**
   * Removes the rows that the load should have contained and did not, except those that were confirmed while it ran.
   * Without `isInScope` the load failed and nothing is removed. Returns the removed ids.
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

  /** Events were missed since then, so what a request of that time returned may be out of date. */
  hasMissedSince = (since: number): boolean => since < this.#missedAt;

  /** Events were missed: those that are awaited may never come, and what they told of keys may be out of date. */
  missEvents(): void {
    this.#missedAt = ++this.#tick;
    this.#projectKeys.clear();
    for (const removal of this.#removals.values()) removal.awaitsEvent = false;
  }

  /** Removes rows that are no longer needed; they may come again. */
  drop(ids: Iterable<string>): void {
    for (const id of ids) this.#rows.delete(id);
  }

  #rewrite(): string[] {
    const changed: string[] = [];
    for (const [id, row] of this.#rows) {
      const next = this.#withKnownChanges(row);
      if (next === row) continue;
      this.#rows.set(id, next);
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

/** Whether two rows of the same ticket and moment are equal: only what changes without `updatedAt` can differ. */
const isSame = (a: TicketRow, b: TicketRow) =>
  a.key === b.key &&
  groupFields.every((name) => a[name] === b[name]) &&
  a.workspaceId === b.workspaceId &&
  a.version === b.version &&
  a.labelIds.length === b.labelIds.length &&
  a.labelIds.every((id, index) => id === b.labelIds[index]);
