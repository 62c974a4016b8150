import { CSPProvider } from '@base-ui/react/csp-provider';
import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import type { Anchored } from '../use-anchored.ts';

interface PopoverPopupProps {
  anchored: Anchored;
  label: string;
  side?: 'bottom' | 'top' | 'right' | 'left' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function PopoverPopup({
  anchored,
  label,
  side = 'bottom',
  align = 'start',
  className,
  children,
}: PopoverPopupProps) {
  return (
    <CSPProvider disableStyleElements>
      <Popover.Root
        open={anchored.isOpen}
        modal={false}
        onOpenChange={(open, details) => {
          if (!open && details.reason === 'outside-press' && anchored.isOnTrigger(details.event))
            details.cancel();
          else anchored.setOpen(open);
        }}
      >
        <Popover.Portal>
          <Popover.Positioner
            className="popup-place"
            anchor={anchored.anchor}
            side={side}
            align={align}
            sideOffset={4}
            collisionPadding={8}
          >
            <Popover.Popup
              id={anchored.id}
              className={classes('popup popover', className)}
              aria-label={label}
              finalFocus={anchored.returnFocus}
            >
              {children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </CSPProvider>
  );
}
