import {
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../classes.ts';
import type { Anchored } from '../popups/use-anchored.ts';
import { addLayer, layerRoot } from './layers.ts';
import { type Align, placeBeside, type Side } from './place-popup.ts';

interface PopupFrameProps extends HTMLAttributes<HTMLDivElement> {
  anchored: Anchored;
  side: Side | undefined;
  align: Align | undefined;
  /** Moves the focus into the popup after it was placed. */
  onOpen: (popup: HTMLElement) => void;
  /** The name of the landmark, for popups that are not dialogs. */
  region?: string;
  children: ReactNode;
}

/** A popup next to its button: its position, its layer, and the focus when it opens and closes. */
export function PopupFrame({
  anchored,
  side = 'bottom',
  align = 'start',
  onOpen,
  region,
  className,
  children,
  ...rest
}: PopupFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  useFollowedAnchor(place, popup, anchored, side, align);
  useOpenLayer(place, popup, anchored, onOpen);
  return createPortal(
    <div
      ref={place}
      className="popup-place"
      {...(region !== undefined && { role: 'region', 'aria-label': region })}
    >
      <div ref={popup} id={anchored.id} tabIndex={-1} className={classes('popup', className)} {...rest}>
        {children}
      </div>
    </div>,
    layerRoot,
  );
}

function useOpenLayer(
  place: RefObject<HTMLDivElement | null>,
  popup: RefObject<HTMLDivElement | null>,
  anchored: Anchored,
  onOpen: (popup: HTMLElement) => void,
) {
  const open = useEffectEvent(onOpen);
  const isOnTrigger = useEffectEvent(anchored.isOnTrigger);
  const close = useEffectEvent(() => anchored.setOpen(false));
  const returnFocus = useEffectEvent(() => anchored.returnFocus()?.focus({ preventScroll: true }));
  useLayoutEffect(() => {
    if (popup.current) open(popup.current);
    const remove = addLayer({
      isModal: false,
      // The frame draws the scrim of a sheet.
      holds: (target) =>
        (target !== place.current && place.current?.contains(target) === true) || isOnTrigger(target),
      close: () => close(),
      focus: () => popup.current?.focus(),
    });
    // Replaced content loses the focus; content that is added later never had it.
    const observer = new MutationObserver(() => {
      const active = document.activeElement;
      if (popup.current && (active === document.body || active === popup.current)) open(popup.current);
    });
    if (popup.current) observer.observe(popup.current, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      remove();
      returnFocus();
    };
  }, [place, popup]);
}

/** Keeps the popup next to its anchor, which moves on scrolling, and within the window as it grows. */
function useFollowedAnchor(
  place: RefObject<HTMLDivElement | null>,
  popup: RefObject<HTMLDivElement | null>,
  { anchor }: Anchored,
  side: Side,
  align: Align,
) {
  const put = useEffectEvent(() => {
    if (!place.current || !popup.current) return;
    const box = anchor()?.getBoundingClientRect();
    if (!box) return;
    const { offsetWidth: width, offsetHeight: height, scrollHeight, clientHeight } = popup.current;
    const size = { width, height: height - clientHeight + scrollHeight };
    // A menu shows its last line, which may be the one that is looked for.
    const mayCover = popup.current.role === 'menu';
    const found = placeBeside(box, size, { width: innerWidth, height: innerHeight }, side, align, mayCover);
    const { style } = place.current;
    style.left = `${found.left}px`;
    style.top = `${found.top}px`;
    style.setProperty('--available-height', `${found.heightMax}px`);
    popup.current.dataset.side = found.side;
  });
  // Before the focus moves in, or the page would scroll to the first position of the popup.
  useLayoutEffect(() => put(), []);
  useEffect(() => {
    const onResize = () => put();
    const observer = new ResizeObserver(onResize);
    if (popup.current) observer.observe(popup.current);
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof Node && place.current?.contains(target))) put();
    };
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    addEventListener('resize', onResize);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', onScroll, { capture: true });
      removeEventListener('resize', onResize);
    };
  }, []);
}
