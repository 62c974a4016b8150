import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import { IconButton } from '../controls/icon-button.tsx';
import type { DialogProps } from '../popups/dialog.tsx';
import { findBeyond, focusInside } from './focus.ts';
import { addLayer, type Layer, layerRoot, wasPressedOnTop } from './layers.ts';

export function DialogPopup(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

/** Not the browser's modal dialog, which computes the style of every element behind it: half of the time of opening. */
function OpenDialog(props: DialogProps) {
  const { title, titleHidden, text, size = 'normal', place = 'middle', className, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const textId = useId();
  const press = useModalLayer(popup, props);
  return createPortal(
    <>
      <div className="dialog-scrim" />
      <div className={classes('dialog-place', `dialog-place-${place}`)} {...press}>
        <div
          ref={popup}
          role="dialog"
          aria-modal="true"
          aria-labelledby={titleId}
          aria-describedby={text ? textId : undefined}
          tabIndex={-1}
          className={classes('dialog', `dialog-${size}`, className)}
          onKeyDown={keepTabInside}
        >
          {titleHidden ? (
            <h2 id={titleId} className="said">
              {title}
            </h2>
          ) : (
            <div className="dialog-head">
              <h2 id={titleId} className="dialog-title">
                {title}
              </h2>
              <IconButton icon="close" label={m.parts.close} onClick={() => closeIfAllowed(props)} />
            </div>
          )}
          {text && (
            <p id={textId} className="dialog-text">
              {text}
            </p>
          )}
          {children}
        </div>
      </div>
    </>,
    layerRoot,
  );
}

const closeIfAllowed = ({ mayClose, onClose }: DialogProps) => {
  if (mayClose?.() ?? true) onClose();
};

/** Opens the layer, moves the focus in and out, and reports presses outside of the dialog. */
function useModalLayer(popup: { current: HTMLDivElement | null }, props: DialogProps) {
  const close = useEffectEvent(() => closeIfAllowed(props));
  const layer = useRef<Layer>(null);
  const isPressed = useRef(false);
  const opener = useRef(document.activeElement);
  useLayoutEffect(() => {
    // The menu that opened the dialog has closed by now, and its button has the focus.
    if (!popup.current?.contains(document.activeElement)) opener.current = document.activeElement;
    if (popup.current) focusInside(popup.current, 'field');
    layer.current = {
      isModal: true,
      holds: () => true,
      close: () => close(),
      focus: () => popup.current?.focus({ preventScroll: true }),
    };
    const remove = addLayer(layer.current);
    return () => {
      remove();
      const { current } = opener;
      // Nothing had the focus: asking for that again would lay the page out once more, with the dialog still in it.
      if (current instanceof HTMLElement && current !== document.body) current.focus({ preventScroll: true });
    };
  }, [popup]);

  return {
    // A press that only closes a menu over the dialog, or starts inside it as when selecting text, does not close it.
    onPointerDown: (event: PointerEvent) => {
      isPressed.current =
        event.target === event.currentTarget && layer.current !== null && wasPressedOnTop(layer.current);
    },
    onMouseDown: (event: MouseEvent) => {
      // The focus stays in the dialog.
      if (event.target === event.currentTarget) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      if (isPressed.current && event.target === event.currentTarget) closeIfAllowed(props);
    },
  };
}

function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || !event.currentTarget.contains(event.target as Node)) return;
  const beyond = findBeyond(event.currentTarget, event.shiftKey);
  if (!beyond) return;
  event.preventDefault();
  beyond.focus();
}
