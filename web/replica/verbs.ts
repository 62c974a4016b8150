import type { Core } from './core.ts';
import { type Diff, pick, reverse, squash, ticketsIn, type Values, valuesOf, valuesToSet } from './diff.ts';
import {
  differenceOf,
  firstRank,
  newRow,
  placeOf,
  rankOfPlace,
  resolvePatch,
  shownOf,
} from './make-changes.ts';
import { type Entry, type EntryOf, stepOf, type TextBase, type TicketChange } from './pending.ts';
import type { NewTicket, Place, TicketPatch, TicketRow } from './types.ts';
import { type Step, UndoStack } from './undo.ts';

const bulkMax = 500;

/**
 * What a person does with tickets: each verb adds entries and reports what it did. It keeps its changes as a diff; undo
 * makes the reversed diff a new change, which is queued and sent like any other.
 */
export class Verbs {
  readonly #core: Core;
  readonly #add: (entries: Entry[]) => void;
  readonly #undo = new UndoStack();
  #joinedDiffs: Diff[] | undefined;

  constructor(core: Core, add: (entries: Entry[]) => void) {
    this.#core = core;
    this.#add = add;
  }

  changeTickets(
    ids: readonly string[],
    patch: TicketPatch | ((row: TicketRow) => TicketPatch),
    summary: string,
    base?: TextBase,
  ): void {
    const { shown, me } = this.#core;
    const rows = ids.flatMap((id) => shown.get(id) ?? []);
    const changes = rows.flatMap((row) => {
      const given = resolvePatch(typeof patch === 'function' ? patch(row) : patch, me);
      return this.#change(row, differenceOf(row, given), base);
    });
    if (changes.length === 0) return;
    const former = new Map(rows.map((row) => [row.id, { ...row, description: base?.description ?? null }]));
    const updated = changes.map(({ ticketId, patch: to }) => {
      const from = valuesOf(former.get(ticketId) ?? {}, to);
      return [ticketId, [from, to]] as const;
    });
    this.#add(this.#changeEntries(changes, summary));
    this.#did(summary, { updated: new Map(updated) });
  }

  createTicket(fields: NewTicket, summary: string): string {
    const { me, boot, clock, newId, newEntry } = this.#core;
    const id = newId();
    const { workspaceId: inWorkspace, ...given } = fields;
    const projectId = fields.projectId ? (this.#core.projectId(fields.projectId) ?? fields.projectId) : null;
    const resolved: NewTicket = {
      ...resolvePatch(given, me),
      title: fields.title.trim(),
      ...(projectId !== null && { projectId }),
      ...(inWorkspace !== undefined && { workspaceId: inWorkspace }),
    };
    const project = boot.projects.find((one) => one.id === projectId);
    const workspaceId = project?.workspaceId ?? inWorkspace ?? me.workspaceId;
    const row = newRow(id, resolved, workspaceId, me, clock.now());
    if (fields.position) row.rank = firstRank(row, this.#core.orders);
    this.#add([{ ...newEntry(summary), kind: 'create', fields: resolved, row }]);
    this.#did(summary, { added: new Map([[id, row]]) });
    return id;
  }

  /** Returns the id of the comment. It cannot be undone, but taken back until it is sent. */
  addComment(ticketId: string, content: string, parentId?: string): string {
    const entry = this.#core.newEntry('');
    this.#add([
      { ...entry, kind: 'comment', ticketId, content, ...(parentId !== undefined && { parentId }) },
    ]);
    return entry.id;
  }

  placeTicket(ticketId: string, place: Place, summary: string): void {
    const { shown, orders } = this.#core;
    const row = shown.get(ticketId);
    if (!row) return;
    const anchor = shown.get(place.after ?? place.before ?? '');
    const entry = this.#placeEntry(ticketId, place, rankOfPlace(row, place, anchor, orders), summary);
    this.#add([entry]);
    const from = pick(row, Object.keys(entry.shown)) as Values;
    this.#did(summary, { updated: new Map([[ticketId, [from, entry.shown as Values]]]) });
  }

  /** Combines the changes of several verbs into one step, shown, reported and undone as a whole. */
  inOneStep(summary: string, run: () => void): void {
    const outer = this.#joinedDiffs;
    const diffs: Diff[] = [];
    this.#joinedDiffs = diffs;
    try {
      this.#core.batch(true, run);
    } finally {
      this.#joinedDiffs = outer;
    }
    if (diffs.length > 0) this.#did(summary, squash(diffs));
  }

  deleteTickets(ids: readonly string[], summary: string): void {
    const rows = ids.flatMap((id) => this.#core.shown.get(id) ?? []);
    if (rows.length > 0) this.#do(summary, { removed: new Map(rows.map((row) => [row.id, row])) });
  }

  restoreTickets(ids: readonly string[], summary: string): void {
    this.#do(summary, { added: new Map(ids.map((id) => [id, undefined])) });
  }

  undo = (): string | undefined => this.#undoStep();

  redo = (): string | undefined => {
    const step = this.#undo.takeUndone();
    if (step) this.#apply(step.diff, '');
    return step?.summary;
  };

  #undoStep(given?: Step): string | undefined {
    const step = this.#undo.takeDone(given);
    if (!step) return undefined;
    const { summary, diff, undo } = step;
    this.#apply(reverse(diff), '');
    this.#core.emit('notice', { kind: 'undone', summary, undo });
    return summary;
  }

  #do(summary: string, diff: Diff): void {
    this.#apply(diff, summary);
    this.#did(summary, diff);
  }

  #did(summary: string, diff: Diff): void {
    if (this.#joinedDiffs) {
      this.#joinedDiffs.push(diff);
      return;
    }
    const step: Step = { summary, diff, undo: () => void this.#undoStep(step) };
    const { undo } = step;
    this.#undo.push(step);
    if (summary !== '')
      this.#core.emit('notice', { kind: 'done', summary, ticketIds: ticketsIn(diff), undo });
  }

  /** Adds tickets before changing them, and changes tickets before removing them. */
  #apply({ added, updated, removed }: Diff, summary: string): void {
    const { shown, orders, newEntry } = this.#core;
    const restored = [...(added ?? [])].map(([ticketId, row]): Entry => {
      return { ...newEntry(summary), kind: 'restore', ticketId, row };
    });
    const deleted = [...(removed?.keys() ?? [])].map((ticketId): Entry => {
      return { ...newEntry(summary), kind: 'delete', ticketId };
    });
    const placed: EntryOf<'place'>[] = [];
    const moved = [...(updated ?? [])].flatMap(([id, [, { rank }]]) => {
      const row = shown.get(id);
      return row && rank !== undefined ? [{ ...row, rank }] : [];
    });
    const changes = [...(updated ?? [])].flatMap(([id, change]) => {
      const row = shown.get(id) ?? added?.get(id);
      if (!row) return [];
      const { rank, ...patch } = valuesToSet(row, change);
      if (rank === undefined) return this.#change(row, patch);
      const { status, ownStatusId, ...others } = patch;
      const place = {
        ...placeOf({ ...row, rank }, moved, orders),
        ...stepOf({ status, ownStatusId }),
      };
      placed.push(this.#placeEntry(id, place, rank, summary));
      return this.#change(row, others);
    });
    // Each may be placed after the previous one.
    placed.sort((a, b) => ((a.shown.rank ?? '') < (b.shown.rank ?? '') ? -1 : 1));
    this.#add([...restored, ...placed, ...this.#changeEntries(changes, summary), ...deleted]);
  }

  #placeEntry(ticketId: string, place: Place, rank: string, summary: string): EntryOf<'place'> {
    const shown = { rank, ...stepOf(place) };
    return { ...this.#core.newEntry(summary), kind: 'place', ticketId, place, shown };
  }

  /** Texts are sent with the version that was read, so that nobody's text is overwritten unseen. */
  #change(row: TicketRow, patch: TicketPatch, given?: TextBase): TicketChange[] {
    if (Object.keys(patch).length === 0) return [];
    const confirmed = this.#core.shown.confirmed.get(row.id);
    const isText = patch.title !== undefined || patch.description !== undefined;
    const base =
      isText && confirmed ? { version: confirmed.version, title: confirmed.title, ...given } : given;
    return [{ ticketId: row.id, patch, shown: shownOf(patch, row), ...(base && { base }) }];
  }

  /** Uses one request for one ticket, and the bulk route for several, with at most 500 each. */
  #changeEntries(changes: TicketChange[], summary: string): Entry[] {
    const entries: Entry[] = [];
    // The bulk route takes no own fields.
    const max = changes.some(({ patch }) => patch.fields) ? 1 : bulkMax;
    for (let from = 0; from < changes.length; from += max) {
      const part = changes.slice(from, from + max);
      entries.push({ ...this.#core.newEntry(summary), kind: 'change', changes: part });
    }
    return entries;
  }
}
