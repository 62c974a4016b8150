import type { AnchoredProps } from '../../parts/popups/use-anchored.ts';
import type { TicketRow } from '../../replica/index.ts';

/** The properties of every picker of a field. */
export interface TicketPickerProps extends Pick<AnchoredProps, 'side' | 'onPicked'> {
  /** The tickets whose field is changed. */
  rows: readonly TicketRow[];
  at: Element | { x: number; y: number };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}
