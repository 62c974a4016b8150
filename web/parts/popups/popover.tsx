import type { ReactNode } from 'react';
import { useLateParts } from '../late.ts';
import { type AnchoredProps, useAnchored } from './use-anchored.ts';
import './menu.css';
import './popover.css';

export interface PopoverProps extends AnchoredProps {
  /** The name of what opens. */
  label: string;
  /** A function gets `close`. */
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
}

/** Something small and not modal next to its button. Escape and a press outside close it. */
export function Popover({ label, children, className, ...props }: PopoverProps) {
  const anchored = useAnchored(props, 'dialog');
  const late = useLateParts(anchored.isOpen);
  return (
    <>
      {anchored.triggerElement}
      {late && (
        <late.PopoverPopup
          anchored={anchored}
          label={label}
          side={props.side}
          align={props.align}
          className={className}
        >
          {typeof children === 'function' ? children(() => anchored.setOpen(false)) : children}
        </late.PopoverPopup>
      )}
    </>
  );
}
