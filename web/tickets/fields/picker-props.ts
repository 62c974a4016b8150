import type { TicketRow } from '../../replica/index.ts';

/** The properties of every picker of a field. */
export interface TicketPickerProps {
  /** The tickets whose field is changed. */
  rows: readonly TicketRow[];
  at: Element | { x: number; y: number };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}
