import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import type { Anchored } from '../popups/use-anchored.ts';
import { findBeyond, focusInside } from './focus.ts';
import type { Align, Side } from './place-popup.ts';
import { PopupFrame } from './popup-frame.tsx';

interface PopoverPopupProps {
  anchored: Anchored;
  label: string;
  side?: Side | undefined;
  align?: Align | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function PopoverPopup({ anchored, label, side, align, className, children }: PopoverPopupProps) {
  if (!anchored.isOpen) return null;
  return (
    <PopupFrame
      anchored={anchored}
      side={side}
      align={align}
      role="dialog"
      aria-label={label}
      className={classes('popover', className)}
      onOpen={(popup) => focusInside(popup, 'anything')}
      onKeyDown={(event) => {
        // Tab continues from the button, as if the popover came after it in the page.
        if (event.key !== 'Tab' || !event.currentTarget.contains(event.target as Node)) return;
        if (!findBeyond(event.currentTarget, event.shiftKey)) return;
        if (event.shiftKey) event.preventDefault();
        anchored.focusTrigger();
        anchored.setOpen(false);
      }}
    >
      {children}
    </PopupFrame>
  );
}
