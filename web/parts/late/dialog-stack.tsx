import { useEffect } from 'react';
import { DialogContext } from '../forms/form-context.ts';
import { opened } from '../popups/open-dialog.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { DialogPopup } from './dialog-popup.tsx';

/** The dialogs that `openDialog` and `ask` opened, the latest on top. */
export function DialogStack({ page }: { page: string }) {
  // Another page closes them.
  useEffect(() => () => opened.set([]), [page]);
  return opened.use().map((dialog, depth) => {
    const { title, text } = dialog;
    const onClose = () => opened.set(opened.get().filter((each) => each !== dialog));
    const shown = 'confirm' in dialog ? { title, text, size: 'small' as const } : dialog;
    return (
      <DialogContext key={depth} value={{ title, onClose }}>
        <DialogPopup open onClose={onClose} {...shown}>
          {'confirm' in dialog ? <ConfirmForm {...dialog} /> : dialog.children}
        </DialogPopup>
      </DialogContext>
    );
  });
}
