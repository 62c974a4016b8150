import type { IconName } from '../../parts/icons/icon-shapes.ts';

/** The tickets that verbs act on, and where what they open appears. */
export interface VerbTarget {
  /** The selected tickets, or the active one. */
  ids: readonly string[];
  /** At the row or card or, in an open ticket, at the control of the field. */
  at: Element | ((what: string) => Element);
  /** What only this view can do. */
  more?: readonly TicketAction[] | undefined;
  /** The element of the open ticket. */
  view?: Element;
}

/** An action that only one view has, such as moving a card on the board. */
export interface TicketAction {
  icon: IconName;
  name: string;
  keys?: string;
  run(): void;
}

/** With an id: the selection if that ticket belongs to it, otherwise the ticket alone. */
export type FindTarget = (id?: string) => VerbTarget | undefined;

let shown: FindTarget | undefined;
let openTicket: FindTarget | undefined;

/** The tickets of the view on this page. Returns the cleanup function. */
export function setShownTickets(find: FindTarget): () => void {
  shown = find;
  return () => {
    if (shown === find) shown = undefined;
  };
}

/** While a ticket is open over a list, the keys of both act on it. Returns the cleanup function. */
export function setOpenTicket(find: FindTarget): () => void {
  openTicket = find;
  return () => {
    if (openTicket === find) openTicket = undefined;
  };
}

/** What keys and the palette act on: the open ticket, the selection or the active row. */
export function findTarget(): VerbTarget | undefined {
  const target = openTicket?.() ?? shown?.();
  return target && target.ids.length > 0 ? target : undefined;
}

/** What the menu of a ticket acts on that is shown at an element. */
export const findTargetAt = (id: string, at: Element): VerbTarget =>
  (at.closest('[data-keys="through"]') ? undefined : shown?.(id)) ?? { ids: [id], at };
