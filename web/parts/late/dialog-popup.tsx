import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import type { DialogProps } from '../dialog.tsx';
import { IconButton } from '../icon-button.tsx';

export function DialogPopup({
  open,
  onClose,
  title,
  titleHidden,
  text,
  size = 'normal',
  mayClose,
  place = 'middle',
  className,
  children,
  returnFocus,
}: DialogProps & { returnFocus: () => HTMLElement | true }) {
  const popup = useRef<HTMLDivElement>(null);
  const close = () => (mayClose?.() ?? true) && onClose();
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root
        open={open}
        onOpenChange={(next, details) => {
          if (next || !(mayClose?.() ?? true)) details.cancel();
          else onClose();
        }}
      >
        <Dialog.Portal>
          <Dialog.Backdrop className="dialog-scrim" />
          <Dialog.Viewport className={classes('dialog-place', `dialog-place-${place}`)}>
            <Dialog.Popup
              ref={popup}
              className={classes('dialog', `dialog-${size}`, className)}
              initialFocus={() => firstField(popup.current) ?? true}
              finalFocus={returnFocus}
            >
              {titleHidden ? (
                <Dialog.Title className="said">{title}</Dialog.Title>
              ) : (
                <div className="dialog-head">
                  <Dialog.Title className="dialog-title">{title}</Dialog.Title>
                  <IconButton icon="close" label={m.parts.close} onClick={close} />
                </div>
              )}
              {text && <Dialog.Description className="dialog-text">{text}</Dialog.Description>}
              {children}
            </Dialog.Popup>
          </Dialog.Viewport>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}

const firstField = (popup: HTMLElement | null) =>
  popup?.querySelector<HTMLElement>('[data-autofocus]') ??
  popup?.querySelector<HTMLElement>(
    'input:not([type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled)',
  );
