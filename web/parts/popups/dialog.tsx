import type { ReactNode } from 'react';
import { useLateParts } from '../late.ts';
import './dialog.css';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** The name of the dialog, shown as its heading. */
  title: string;
  /** The heading is only for screen readers, because the content is self-explanatory. */
  titleHidden?: boolean;
  text?: ReactNode;
  size?: 'small' | 'normal' | 'large';
  /** Called before Escape, the cross or a press outside closes it. Return false to keep it open. */
  mayClose?: () => boolean;
  /** `top` keeps the upper edge in place while the content grows, as in the palette. */
  place?: 'middle' | 'top';
  className?: string;
  children: ReactNode;
}

/** A modal dialog. Its first field, or the element with `data-autofocus`, gets the focus; afterwards the focus returns. */
export function Dialog(props: DialogProps) {
  const late = useLateParts(props.open);
  return late && <late.DialogPopup {...props} />;
}
