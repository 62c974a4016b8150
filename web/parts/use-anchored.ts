import { cloneElement, type ReactElement, type Ref, useId, useRef, useState } from 'react';

export interface AnchoredProps {
  /** A button of the parts. It gets the press, `aria-expanded` and the focus back. */
  trigger?: ReactElement | undefined;
  /** A point or an element to open at instead, as for the menu of a right click. */
  at?: { x: number; y: number } | Element | null | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  side?: 'bottom' | 'top' | 'right' | 'left';
  align?: 'start' | 'center' | 'end';
}

interface TriggerProps {
  ref: Ref<HTMLButtonElement>;
  onClick: () => void;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
}

/** Open state, trigger and place of something that opens beside its button. */
export function useAnchored({ trigger, at, open, onOpenChange }: AnchoredProps, kind: 'menu' | 'dialog') {
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? ownOpen;
  const id = useId();
  const triggerRef = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element | null>(null);
  // Taken while rendering: an effect runs after the popup has moved the focus.
  if (isOpen && opener.current === null) opener.current = document.activeElement;
  if (!isOpen) opener.current = null;

  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };

  const triggerProps: TriggerProps = {
    ref: triggerRef,
    onClick: () => setOpen(!isOpen),
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
  };

  return {
    id,
    isOpen,
    setOpen,
    triggerElement: trigger && cloneElement(trigger as ReactElement<TriggerProps>, triggerProps),
    anchor: at ? anchorAt(at) : triggerRef,
    /** The press on the trigger closes by itself; without this the popup would close and open again. */
    isOnTrigger: (event: Event) =>
      event.target instanceof Node && triggerRef.current?.contains(event.target) === true,
    returnFocus: () => {
      const target = triggerRef.current ?? opener.current;
      return target instanceof HTMLElement && target.isConnected ? target : true;
    },
  };
}

const anchorAt = (at: { x: number; y: number } | Element) =>
  at instanceof Element ? at : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };

export type Anchored = ReturnType<typeof useAnchored>;
