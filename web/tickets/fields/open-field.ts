import { SharedValue } from '../../parts/shared-value.ts';
import type { OwnFieldKey } from '../ticket-search.ts';
import type { TicketAction } from '../verbs/verb-target.ts';
import type { FieldName } from './field-values.ts';

/** The picker or menu that is open for some tickets. Only one is open at a time, so rows need none of their own. */
export interface OpenField {
  what:
    | FieldName
    | OwnFieldKey
    | 'estimate'
    | 'relation'
    | 'reviewers'
    | 'decline'
    | 'duplicateOf'
    | 'snooze'
    | 'remind'
    | 'giveToAgent'
    | 'menu'
    | 'copy';
  /** The ids of tickets, or the id or key of one that may not be cached. */
  ids: readonly string[];
  /** Where it opens: at a row, a card or a button; the menu of a right click opens at a point. */
  at: Element | { x: number; y: number };
  /** Distinguishes two consecutive openings. */
  serial: number;
  /** Further actions that the menu offers. */
  more?: readonly TicketAction[] | undefined;
  /** The element of the open ticket, for verbs that need it. */
  view?: Element | undefined;
}

const current = new SharedValue<OpenField | undefined>(undefined);
let serial = 0;

/** Opens the picker of a field for these tickets. */
export function openField(
  what: Exclude<OpenField['what'], 'menu'>,
  ids: readonly string[],
  at: Element,
): void {
  current.set({ what, ids, at, serial: ++serial });
}

/** Opens the menu with all actions for these tickets. */
export function openTicketMenu(
  ids: readonly string[],
  at: OpenField['at'],
  more?: readonly TicketAction[],
  view?: Element,
): void {
  current.set({ what: 'menu', ids, at, more, view, serial: ++serial });
}

/** Closes what is open; with a number, only if it is still that one. An item of a menu may have opened another. */
export function closeField(of = current.get()?.serial): void {
  if (current.get()?.serial === of) current.set(undefined);
}

export const useOpenField = current.use;
