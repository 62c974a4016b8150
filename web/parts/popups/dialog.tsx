import type { ReactNode } from 'react';
import { useLateParts } from '../late.ts';
import './dialog.css';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** The name of the dialog, shown as its heading. */
  title: string;
  /** The heading is only said: the content makes the purpose plain. */
  titleHidden?: boolean;
  text?: ReactNode;
  size?: 'small' | 'normal' | 'large';
  /** Asked before Escape, the cross or a press outside close: return false to stay. */
  mayClose?: () => boolean;
  /** `top` keeps the upper edge in place while the content grows, as in the palette. */
  place?: 'middle' | 'top';
  className?: string;
  children: ReactNode;
}

/**
 * A modal dialog. The first field in it gets the focus (or what has `data-autofocus`); whatever had it before gets
 * it back.
 */
export function Dialog(props: DialogProps) {
  const late = useLateParts(props.open);
  return late && <late.DialogPopup {...props} />;
}
