import type { IconName } from '../../parts/icons/icon-shapes.ts';
import { SharedValue } from '../../parts/shared-value.ts';
import type { FieldName } from './field-values.ts';

/** The picker or menu that is open for some tickets. Only one is open at a time, so rows need none of their own. */
export interface OpenField {
  what: FieldName | 'menu' | 'copy';
  ids: readonly string[];
  /** Where it opens: at a row, a card or a button; the menu of a right click opens at a point. */
  at: Element | { x: number; y: number };
  /** Distinguishes two consecutive openings. */
  serial: number;
  /** Further actions that the menu offers first. */
  more?: readonly TicketAction[] | undefined;
}

/** An action that only one view has, such as moving a card on the board. */
export interface TicketAction {
  icon: IconName;
  name: string;
  keys?: string;
  run(): void;
}

const current = new SharedValue<OpenField | undefined>(undefined);
let serial = 0;

/** Opens the picker of a field for these tickets. */
export function openField(what: FieldName, ids: readonly string[], at: Element): void {
  current.set({ what, ids, at, serial: ++serial });
}

/** Opens the menu with all actions for these tickets. */
export function openTicketMenu(
  ids: readonly string[],
  at: OpenField['at'],
  more?: readonly TicketAction[],
): void {
  current.set({ what: 'menu', ids, at, more, serial: ++serial });
}

/** Opens the menu of the forms in which a ticket can be copied. */
export function openCopyMenu(ids: readonly string[], at: OpenField['at']): void {
  current.set({ what: 'copy', ids, at, serial: ++serial });
}

export function closeField(): void {
  if (current.get()) current.set(undefined);
}

export const useOpenField = current.use;
