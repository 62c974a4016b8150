import type { IconName } from '../../parts/icons/icon-shapes.ts';
import { SharedValue } from '../../parts/shared-value.ts';
import type { FieldName } from './field-values.ts';

/** A picker or menu that is open for some tickets. One is open at a time, so rows need none of their own. */
export interface OpenField {
  what: FieldName | 'menu' | 'copy';
  ids: readonly string[];
  /** Where it opens: a row, a card, a button; for the menu of a right click, a point. */
  at: Element | { x: number; y: number };
  /** Tells two openings in a row apart. */
  serial: number;
  /** What the menu offers besides, first of all. */
  more?: readonly TicketAction[] | undefined;
}

/** Something that only one view can do with tickets, such as moving a card on the board. */
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

/** Opens the menu with everything that can be done with these tickets. */
export function openTicketMenu(
  ids: readonly string[],
  at: OpenField['at'],
  more?: readonly TicketAction[],
): void {
  current.set({ what: 'menu', ids, at, more, serial: ++serial });
}

/** Opens the choice of forms in which a ticket can be copied. */
export function openCopyMenu(ids: readonly string[], at: OpenField['at']): void {
  current.set({ what: 'copy', ids, at, serial: ++serial });
}

export function closeField(): void {
  if (current.get()) current.set(undefined);
}

export const useOpenField = current.use;
