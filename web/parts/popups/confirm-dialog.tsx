import type { ReactNode } from 'react';
import { useLateParts } from '../late.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** The question. */
  title: string;
  /** What will happen, and whether it can be undone. */
  text: ReactNode;
  /** A verb: “Delete project”. */
  confirm: string;
  danger?: boolean;
  /** Must be typed first, for what cannot be undone. */
  typeToConfirm?: string;
  /** The dialog closes when it is done, and shows what it throws. */
  onConfirm: () => unknown;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const late = useLateParts(props.open);
  return late && <late.ConfirmDialogView {...props} />;
}
