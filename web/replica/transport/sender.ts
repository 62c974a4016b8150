import type { Core } from '../core.ts';
import { addEntry, type Entry, stepOf, ticketsOf, withoutDeletedParts } from '../pending.ts';
import type { Conflict, Refused, TicketPatch, TicketRow } from '../types.ts';
import { type ConflictingText, type Outcome, reconsider, withoutRefused } from './answers.ts';
import { Queue } from './queue.ts';

interface SenderSettings {
  onState(): void;
  /** Makes a change as the verb does. */
  changeText(ticketId: string, field: Conflict['field'], text: string, version: number, theirs: string): void;
}

/** Sends entries and settles them by the answers. */
export class Sender {
  readonly queue: Queue;
  readonly #core: Core;
  readonly #settings: SenderSettings;
  readonly #sentAt = new Map<string, number>();
  /** The versions that this person's own changes made, by ticket. */
  readonly #ownVersions = new Map<string, Set<number>>();
  #conflicts: readonly Conflict[] = [];

  constructor(core: Core, settings: SenderSettings) {
    this.#core = core;
    this.#settings = settings;
    this.queue = new Queue({
      clock: core.clock,
      entries: () => core.shown.entries,
      send: (entry) => this.#send(entry),
      settle: (id, outcome) => this.#settle(id, outcome),
      onState: settings.onState,
    });
  }

  get conflicts(): readonly Conflict[] {
    return this.#conflicts;
  }

  add(added: readonly Entry[]): void {
    let entries: readonly Entry[] = this.#core.shown.entries;
    for (const entry of added)
      entries = addEntry(entries, this.#withOwnVersions(entry), this.queue.isSending);
    this.#core.setEntries(entries);
    this.queue.pump();
  }

  /** Removes a comment that was never sent. Returns whether it was; otherwise the server may have it. */
  takeBack(id: string): boolean {
    const before = this.#core.shown.entries;
    const entry = before.find((other) => other.id === id);
    if (entry?.kind !== 'comment' || entry.attempts > 0 || this.queue.isSending(entry)) return false;
    this.#replace(id);
    this.#core.returnLostComments(before);
    return true;
  }

  async #send(entry: Entry): Promise<Outcome> {
    const { shown, transport } = this.#core;
    const sendable = withoutDeletedParts(entry, shown.confirmed.isDeletedPart);
    const sent = { ...sendable, attempts: entry.attempts + 1 };
    this.#replace(entry.id, sent);
    this.#sentAt.set(entry.id, shown.confirmed.now());
    const answer = await transport.send(sent, shown.confirmed.get);
    return answer.kind === 'refused' ? reconsider(this.#core, sent, answer.refusal) : answer;
  }

  #replace(id: string, ...by: Entry[]): void {
    this.#core.setEntries(this.#core.shown.entries.flatMap((entry) => (entry.id === id ? by : [entry])));
  }

  #settle(id: string, outcome: Outcome): void {
    const core = this.#core;
    const entry = core.shown.entries.find((other) => other.id === id);
    const since = this.#sentAt.get(id) ?? 0;
    this.#sentAt.delete(id);
    if (outcome.kind === 'signed-out') core.emit('signedOut');
    // The ticket or its project may be gone meanwhile, and the entry with it.
    else if (!entry) return;
    else if (outcome.kind === 'refused') this.#refuse(entry, outcome.refusal, outcome.only);
    else if (outcome.kind === 'again') this.#sendAgain(outcome.entry, outcome.conflicts ?? []);
    else this.#confirm(entry, outcome, since);
    this.#settings.onState();
  }

  #confirm(entry: Entry, outcome: Outcome, since: number): void {
    const core = this.#core;
    if (outcome.kind === 'rows' && outcome.ticket) core.emit('answer', outcome.ticket);
    if (outcome.kind === 'commented' && outcome.comment) core.emit('commented', outcome.comment);
    core.batch(true, () => {
      const changed = ticketsOf(entry);
      const wasGone = outcome.kind === 'deleted' && outcome.wasGone === true;
      if (outcome.kind === 'deleted')
        for (const id of changed) core.shown.confirmed.removeByAnswer(id, since, wasGone);
      if (outcome.kind === 'rows')
        for (const row of outcome.rows) core.confirm(row, since, outcome.isPartial);
      this.#replace(entry.id);
      if (outcome.kind === 'rows') this.#raiseVersions(outcome.rows);
      core.shown.refresh(changed);
      // The server repeats its first answer to a repeated POST, which may be outdated by now.
      const isOldAnswer = entry.attempts > 1 && isPost(entry);
      // A ticket that was gone before may have been restored since.
      if (isOldAnswer || wasGone) for (const id of changed) core.emit('outdated', id);
    });
  }

  #raiseVersions(rows: readonly TicketRow[]): void {
    for (const { id, version } of rows) {
      const versions = this.#ownVersions.get(id) ?? new Set();
      this.#ownVersions.set(id, versions.add(version));
    }
    const { entries } = this.#core.shown;
    const raised = entries.map((entry) => this.#withOwnVersions(entry));
    if (raised.some((entry, index) => entry !== entries[index])) this.#core.setEntries(raised);
  }

  /**
   * A text may have been read before another change of the same person was confirmed. It is sent with the version that
   * change made, because the server would take the older version for a conflict with somebody else.
   */
  #withOwnVersions(entry: Entry): Entry {
    if (entry.kind !== 'change') return entry;
    const changes = entry.changes.map((change) => {
      const { ticketId, base } = change;
      if (!base) return change;
      let { version } = base;
      while (this.#ownVersions.get(ticketId)?.has(version + 1)) version++;
      return version === base.version ? change : { ...change, base: { ...base, version } };
    });
    return changes.some((change, index) => change !== entry.changes[index]) ? { ...entry, changes } : entry;
  }

  #refuse(entry: Entry, refusal: Refused, only: ReadonlySet<number> | undefined): void {
    const core = this.#core;
    const before = core.shown.entries;
    core.setEntries(withoutRefused(before, entry, only, core.newId));
    core.returnLostComments(before);
    if (entry.kind === 'comment') {
      core.emit('notice', { kind: 'comment-refused', ticketId: entry.ticketId, refusal });
      return;
    }
    const ids = ticketsOf(entry);
    const ticketIds = only && only.size > 0 ? ids.filter((_, index) => only.has(index)) : ids;
    core.emit('notice', {
      ...{ kind: 'refused', summary: entry.summary, ticketIds, patch: patchOf(entry), refusal },
      retry: (force, reason) =>
        this.add([{ ...(force ? withForce(entry, reason) : entry), id: core.newId(), attempts: 0 }]),
    });
  }

  /** Sends the entry again without the conflicting texts, unless nothing is left of it. */
  #sendAgain(entry: Entry, conflicts: readonly ConflictingText[]): void {
    const isEmpty =
      entry.kind === 'change' && entry.changes.every(({ patch }) => Object.keys(patch).length === 0);
    this.#replace(entry.id, ...(isEmpty ? [] : [entry]));
    const [ticketId = ''] = ticketsOf(entry);
    for (const { field, mine, theirs, base, version } of conflicts) {
      const isOther = (other: Conflict) => other.ticketId !== ticketId || other.field !== field;
      const remove = () => {
        this.#conflicts = this.#conflicts.filter(isOther);
        this.#settings.onState();
      };
      const keep = (text: string) => {
        remove();
        this.#settings.changeText(ticketId, field, text, version, theirs);
      };
      const conflict: Conflict = {
        ...{ ticketId, field, mine, theirs, base, keep },
        keepTheirs: remove,
        keepMine: () => keep(mine),
      };
      this.#conflicts = [...this.#conflicts.filter(isOther), conflict];
      this.#core.emit('notice', { kind: 'conflict', summary: entry.summary, ticketId, field });
    }
  }
}

const isPost = (entry: Entry) =>
  entry.kind === 'create' || (entry.kind === 'change' && entry.changes.length > 1);

function withForce(entry: Entry, reason: string | undefined): Entry {
  const forced = { force: true, ...(reason !== undefined && { reason }) };
  if (entry.kind === 'place') return { ...entry, place: { ...entry.place, ...forced } };
  if (entry.kind !== 'change') return entry;
  return {
    ...entry,
    changes: entry.changes.map((change) => ({ ...change, patch: { ...change.patch, ...forced } })),
  };
}

function patchOf(entry: Entry): TicketPatch {
  if (entry.kind === 'create') return entry.fields;
  if (entry.kind === 'change') return entry.changes[0]?.patch ?? {};
  return entry.kind === 'place' ? stepOf(entry.place) : {};
}
