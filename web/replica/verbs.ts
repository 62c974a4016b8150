import type { Core } from './core.ts';
import {
  differenceOf,
  inverseOf,
  newRow,
  placeOf,
  rankOfPlace,
  resolvePatch,
  shownOf,
} from './make-changes.ts';
import type { Entry, TextBase, TicketChange } from './pending.ts';
import type { NewTicket, Place, TicketPatch, TicketRow } from './types.ts';
import { type Step, UndoStack } from './undo.ts';

const bulkMax = 500;

interface JoinedStep extends Step {
  ticketIds: string[];
}

/** What a person does with tickets: each verb adds entries, can be undone, and tells what it did. */
export class Verbs {
  readonly #core: Core;
  readonly #add: (entries: Entry[]) => void;
  readonly #undo = new UndoStack();
  #joinedSteps: JoinedStep[] | undefined;

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
    const former = new Map(rows.map((row) => [row.id, row]));
    const again = (fieldsOf: (change: TicketChange, row: TicketRow) => TicketPatch) =>
      this.#send(
        changes.flatMap((change) => {
          const row = shown.get(change.ticketId);
          return row ? this.#change(row, fieldsOf(change, row)) : [];
        }),
        '',
      );
    this.#send(changes, summary);
    this.#did(
      summary,
      changes.map(({ ticketId }) => ticketId),
      () => again((change, row) => inverseOf(change, former.get(row.id) ?? row, row)),
      () => again((change) => change.patch),
    );
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
    this.#add([{ ...newEntry(summary), kind: 'create', fields: resolved, row }]);
    this.#did(
      summary,
      [id],
      () => this.#add([{ ...newEntry(''), kind: 'delete', ticketId: id }]),
      () => this.#restore([id], [row], ''),
    );
    return id;
  }

  placeTicket(ticketId: string, place: Place, summary: string): void {
    const { shown, newEntry } = this.#core;
    const row = shown.get(ticketId);
    if (!row) return;
    const put = (where: Place) => {
      const current = shown.get(ticketId);
      if (!current) return;
      const rank = rankOfPlace(current, where, shown);
      const patch = { rank, ...(where.status !== undefined && { status: where.status }) };
      this.#add([{ ...newEntry(summary), kind: 'place', ticketId, place: where, shown: patch }]);
    };
    put(place);
    this.#did(
      summary,
      [ticketId],
      () => put(placeOf(row, shown)),
      () => put(place),
    );
  }

  /** Makes the changes of several verbs one step, which is shown, told and undone at once. */
  inOneStep(summary: string, run: () => void): void {
    const { batch } = this.#core;
    const outer = this.#joinedSteps;
    const steps: JoinedStep[] = [];
    this.#joinedSteps = steps;
    try {
      batch(true, run);
    } finally {
      this.#joinedSteps = outer;
    }
    if (steps.length === 0) return;
    const ticketIds = [...new Set(steps.flatMap((step) => step.ticketIds))];
    const each = (list: JoinedStep[], act: (step: JoinedStep) => void) =>
      batch(true, () => list.forEach(act));
    this.#did(
      summary,
      ticketIds,
      () => each(steps.toReversed(), (step) => step.undo()),
      () => each(steps, (step) => step.redo()),
    );
  }

  deleteTickets(ids: readonly string[], summary: string): void {
    const { shown, newEntry } = this.#core;
    const rows = ids.flatMap((id) => shown.get(id) ?? []);
    if (rows.length === 0) return;
    const remove = () =>
      this.#add(rows.map(({ id }): Entry => ({ ...newEntry(summary), kind: 'delete', ticketId: id })));
    remove();
    const ticketIds = rows.map(({ id }) => id);
    this.#did(summary, ticketIds, () => this.#restore(ticketIds, rows, ''), remove);
  }

  restoreTickets(ids: readonly string[], summary: string): void {
    const { newEntry } = this.#core;
    this.#restore(ids, [], summary);
    const remove = () =>
      this.#add(ids.map((id): Entry => ({ ...newEntry(''), kind: 'delete', ticketId: id })));
    this.#did(summary, [...ids], remove, () => this.#restore(ids, [], ''));
  }

  undo = (): string | undefined => this.#undo.undo();
  redo = (): string | undefined => this.#undo.redo();

  #restore(ids: readonly string[], rows: readonly TicketRow[], summary: string): void {
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    this.#add(
      ids.map((ticketId): Entry => {
        return { ...this.#core.newEntry(summary), kind: 'restore', ticketId, row: rowOf.get(ticketId) };
      }),
    );
  }

  #did(summary: string, ticketIds: string[], undo: () => void, redo: () => void): void {
    if (this.#joinedSteps) {
      this.#joinedSteps.push({ summary, undo, redo, ticketIds });
      return;
    }
    const { emit } = this.#core;
    const step = {
      summary,
      redo,
      undo: () => {
        undo();
        emit('notice', { kind: 'undone', summary, undo: undoThis });
      },
    };
    const undoThis = () => void this.#undo.undo(step);
    this.#undo.push(step);
    if (summary !== '') emit('notice', { kind: 'done', summary, ticketIds, undo: undoThis });
  }

  /** Texts are sent with the version that was read, so that nobody else's text is overwritten unseen. */
  #change(row: TicketRow, patch: TicketPatch, given?: TextBase): TicketChange[] {
    if (Object.keys(patch).length === 0) return [];
    const confirmed = this.#core.shown.confirmed.get(row.id);
    const isText = patch.title !== undefined || patch.description !== undefined;
    const base =
      isText && confirmed ? { version: confirmed.version, title: confirmed.title, ...given } : given;
    return [{ ticketId: row.id, patch, shown: shownOf(patch), ...(base && { base }) }];
  }

  /** One request for one ticket; several go by the bulk route, at most 500 at once. */
  #send(changes: TicketChange[], summary: string): void {
    const entries: Entry[] = [];
    for (let from = 0; from < changes.length; from += bulkMax) {
      const part = changes.slice(from, from + bulkMax);
      entries.push({ ...this.#core.newEntry(summary), kind: 'change', changes: part });
    }
    this.#add(entries);
  }
}
