/**
 * The copy of the data in the browser: tickets, and what they refer to. What is shown is what the server confirmed and,
 * field by field, what this person changed since (docs/adr has the reasons).
 *
 * Components take an id and read it by a hook; a change redraws the row and the views it moves in. Verbs show at once, are
 * queued and sent, and survive reload and offline. `summary` is the sentence of the toast ("PAY-7 moved to Done"); without
 * one there is no toast, but the step can be undone all the same.
 */
import { theReplica, whenLive } from './browser.ts';
import type { TextBase } from './pending.ts';
import type {
  Boot,
  LiveEvent,
  NewTicket,
  Notice,
  Place,
  TicketPatch,
  TicketRow,
  TicketWithDetails,
} from './types.ts';

export { forgetLastUser, forgetReplica, readKeptBoot, signedIn, startReplica } from './browser.ts';
export {
  startOfDay,
  useBoot,
  useConflict,
  useConnection,
  useDraft,
  useDrafts,
  useGroup,
  useGroups,
  useLabel,
  useLabels,
  useMe,
  usePendingText,
  usePeople,
  usePerson,
  useProject,
  useProjects,
  useRow,
  useRowByKey,
  useRows,
  useRowsVersion,
  useView,
  useViews,
} from './hooks.ts';
export { newId } from './ids.ts';
export type { TextBase } from './pending.ts';
export type * from './types.ts';

/**
 * Changes tickets, all in one step that can be undone. The patch may depend on the ticket:
 * `changeTickets(ids, (row) => ({ labelIds: [...row.labelIds, label] }), m.tickets.labelled(ids.length))`.
 * For a description give `base`, the text and version that the person read: if somebody else changed it, both are kept.
 */
export const changeTickets = (
  ids: readonly string[],
  patch: TicketPatch | ((row: TicketRow) => TicketPatch),
  summary = '',
  base?: TextBase,
): void => theReplica().verbs.changeTickets(ids, patch, summary, base);

/** Returns the id, which the browser makes; the key comes with the server's answer. */
export const createTicket = (fields: NewTicket, summary = ''): string =>
  theReplica().verbs.createTicket(fields, summary);

/** Moves a ticket in the order by hand, and to another status. */
export const placeTicket = (id: string, place: Place, summary = ''): void =>
  theReplica().verbs.placeTicket(id, place, summary);

/** Makes what several verbs change one step with one sentence, which is undone at once. */
export const inOneStep = (summary: string, run: () => void): void =>
  theReplica().verbs.inOneStep(summary, run);

export const deleteTickets = (ids: readonly string[], summary = ''): void =>
  theReplica().verbs.deleteTickets(ids, summary);

export const restoreTickets = (ids: readonly string[], summary = ''): void =>
  theReplica().verbs.restoreTickets(ids, summary);

/** Takes the last step back. Returns its summary; undefined if there is none. */
export const undo = (): string | undefined => theReplica().verbs.undo();
export const redo = (): string | undefined => theReplica().verbs.redo();

/** What the shell shows as toasts. Returns the function that ends it. */
export const onNotice = (listener: (notice: Notice) => void) => theReplica().on('notice', listener);

/** Every event of the stream, after it was applied. */
export const subscribeEvents = (listener: (event: LiveEvent) => void) => theReplica().on('event', listener);

/** Runs it when the stream of events is there, at once if it is. */
export const onLive = (run: () => void): void => whenLive(theReplica(), run);

/** Every ticket with details that the server answered to a change, before the change stops being pending. */
export const subscribeAnswers = (listener: (ticket: TicketWithDetails) => void) =>
  theReplica().on('answer', listener);

/** For `onPointerMove` of lists: changes of others wait until the pointer has rested for two seconds. */
export const holdStill = (): void => theReplica().holdStill();

/** After a change of projects, members, labels, groups or preferences by another request. */
export const reloadBoot = (): Promise<void> => theReplica().reloadBoot();

/** A row as shown now, for what happens on a key or a press; components use `useRow`. */
export const readRow = (id: string): TicketRow | undefined => theReplica().row(id);
/** The id of a ticket that is held, given its id or key. */
export const ticketIdOf = (ref: string): string | undefined => theReplica().ticketId(ref);
/** What `useBoot` returns, for what happens on a key or a press. */
export const readBoot = (): Boot => theReplica().boot;

/** The rows that are held, for the palette. */
export const heldRows = (): Iterable<TicketRow> => theReplica().rows();
