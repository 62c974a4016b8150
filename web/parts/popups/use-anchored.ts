import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react';

export interface AnchoredProps {
  /** A button of the parts. It gets the press, `aria-expanded` and the focus back. */
  trigger?: ReactElement | undefined;
  /** A point or an element to open at instead, as for the menu of a right click. */
  at?: { x: number; y: number } | Element | null | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  side?: 'bottom' | 'top' | 'right' | 'left' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  /** Called after a choice that closed it, so that the menu around it can close too. */
  onPicked?: (() => void) | undefined;
}

interface TriggerProps {
  ref: Ref<HTMLButtonElement>;
  onClick: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
}

/** Open state, trigger and position of something that opens next to its button. */
export function useAnchored({ trigger, at, open, onOpenChange }: AnchoredProps, kind: 'menu' | 'dialog') {
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? ownOpen;
  const id = useId();
  const triggerRef = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element | null>(null);
  const byPointer = useRef(false);
  // Taken while rendering: an effect runs after the popup has moved the focus.
  if (isOpen && opener.current === null) opener.current = document.activeElement;
  if (!isOpen) opener.current = null;

  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };

  const triggerProps: TriggerProps = {
    ref: triggerRef,
    onClick: (event) => {
      byPointer.current = event.detail > 0;
      setOpen(!isOpen);
    },
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
  };

  if (kind === 'menu') {
    triggerProps.onKeyDown = (event) => {
      if (isOpen || event.key !== 'ArrowDown') return;
      event.preventDefault();
      byPointer.current = false;
      setOpen(true);
    };
  }

  return {
    id,
    isOpen,
    setOpen,
    triggerElement: trigger && cloneElement(trigger as ReactElement<TriggerProps>, triggerProps),
    /** The element that it opens next to; it may have vanished. */
    anchor: () => (at ? anchorAt(at) : triggerRef.current),
    /** The press on the trigger closes by itself; without this check the popup would close and open again. */
    isOnTrigger: (target: Node) => triggerRef.current?.contains(target) === true,
    /** True if it was opened by a key: the first item is marked at once. */
    isByKeyboard: () => !byPointer.current && !(at && !(at instanceof Element)),
    focusTrigger: () => triggerRef.current?.focus(),
    /** The element that gets the focus when it closes. */
    returnFocus: (): HTMLElement | undefined => {
      const active = document.activeElement;
      // The picked action may have moved the focus elsewhere.
      if (active && active !== document.body && !active.closest('.popup-place')) return undefined;
      const target = triggerRef.current ?? opener.current;
      return target instanceof HTMLElement ? target : undefined;
    },
  };
}

const anchorAt = (at: { x: number; y: number } | Element) =>
  at instanceof Element ? at : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };

export type Anchored = ReturnType<typeof useAnchored>;
