/**
 * The browser's copy of the data: tickets, and what they refer to. What is shown is the confirmed data and, field by
 * field, the changes this person made since (docs/adr has the reasons). Components take an id and read it by a hook; a
 * change redraws the row and the views it moves in. Verbs take effect at once, are queued and sent, and survive reload
 * and offline. `summary` is the sentence of the toast ("PAY-7 moved to Done"); without one there is no toast, but the
 * step can still be undone.
 */
import type { Comment } from '../../sdk/index.ts';
import { theReplica, whenLive } from './browser.ts';
import { newId } from './ids.ts';
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
  useUnsentComments,
  useView,
  useViews,
} from './hooks.ts';
export type { TextBase } from './pending.ts';
export type * from './types.ts';

/**
 * Changes tickets in one step that can be undone. The patch may depend on the ticket: `changeTickets(ids, (row) => ({
 * labelIds: [...row.labelIds, label] }), m.tickets.labelled(ids.length))`. For a description pass `base`, the text and
 * version that the person read: if somebody else has changed it, both texts are kept.
 */
export const changeTickets = (
  ids: readonly string[],
  patch: TicketPatch | ((row: TicketRow) => TicketPatch),
  summary = '',
  base?: TextBase,
): void => theReplica().verbs.changeTickets(ids, patch, summary, base);

/** Returns the id, which the browser generates. The key arrives with the server's answer. */
export const createTicket = (fields: NewTicket, summary = ''): string =>
  theReplica().verbs.createTicket(fields, summary);

/** Returns the id of the comment, which the browser generates. It is sent after what the ticket still waits for. */
export const addComment = (ticketId: string, content: string, parentId?: string): string =>
  theReplica().verbs.addComment(ticketId, content, parentId);

/** Makes a comment that was never sent a draft again. Returns false if the server may have it. */
export const takeBackComment = (id: string): boolean => theReplica().takeBack(id);

/** Listens to the comments that the server has taken, before they stop being pending. */
export const subscribeComments = (listener: (comment: Comment) => void) =>
  theReplica().on('commented', listener);

/** Moves a ticket in the manual order, and to another status. */
export const placeTicket = (id: string, place: Place, summary = ''): void =>
  theReplica().verbs.placeTicket(id, place, summary);

/** Combines the changes of several verbs into one step with one sentence and one undo. */
export const inOneStep = (summary: string, run: () => void): void =>
  theReplica().verbs.inOneStep(summary, run);

export const deleteTickets = (ids: readonly string[], summary = ''): void =>
  theReplica().verbs.deleteTickets(ids, summary);

export const restoreTickets = (ids: readonly string[], summary = ''): void =>
  theReplica().verbs.restoreTickets(ids, summary);

/** Undoes the last step. Returns its summary, or undefined if there is none. */
export const undo = (): string | undefined => theReplica().verbs.undo();
export const redo = (): string | undefined => theReplica().verbs.redo();

/** Listens to what the shell shows as toasts. Returns the function that removes the listener. */
export const onNotice = (listener: (notice: Notice) => void) => theReplica().on('notice', listener);

/** Listens to every event of the stream, after it was applied. */
export const subscribeEvents = (listener: (event: LiveEvent) => void) => theReplica().on('event', listener);

/** Runs the callback once the event stream is open, at once if it is. */
export const onLive = (run: () => void): void => whenLive(theReplica(), run);

/** Listens to the detailed tickets with which the server answers changes, before those stop being pending. */
export const subscribeAnswers = (listener: (ticket: TicketWithDetails) => void) =>
  theReplica().on('answer', listener);

/** For `onPointerMove` of lists: changes of others wait until the pointer has rested for two seconds. */
export const holdStill = (): void => theReplica().holdStill();

/** Called after another request changed projects, members, labels, groups or preferences. */
export const reloadBoot = (): Promise<void> => theReplica().reloadBoot();

/** The row as shown now, for event handlers; components use `useRow`. */
export const readRow = (id: string): TicketRow | undefined => theReplica().row(id);
/** The id of a cached ticket, given its id or key. */
export const ticketIdOf = (ref: string): string | undefined => theReplica().ticketId(ref);
/** What `useBoot` returns, for event handlers. */
export const readBoot = (): Boot => theReplica().boot;

/** A name for this tab; it works without a secure context, where `randomUUID` does not. */
export const newTabId = (): string => newId(Date.now());

/** The cached rows, for the palette. */
export const cachedRows = (): Iterable<TicketRow> => theReplica().rows();
