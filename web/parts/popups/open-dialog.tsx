import type { ReactNode } from 'react';
import { useLateParts } from '../late.ts';
import { SharedValue } from '../shared-value.ts';
import type { DialogProps } from './dialog.tsx';

export interface Question {
  title: string;
  /** What will happen, and whether it can be undone. */
  text: ReactNode;
  /** A verb: “Delete project”. */
  confirm: string;
  danger?: boolean;
  /** A text that must be typed first, for actions that cannot be undone. */
  typeToConfirm?: string;
  /** The dialog closes when it resolves, and shows the error if it throws. */
  onConfirm: () => unknown;
}

type PlainDialog = Omit<DialogProps, 'open' | 'onClose'>;

export const opened = new SharedValue<readonly (PlainDialog | Question)[]>([]);

const open = (dialog: PlainDialog | Question) => opened.set([...opened.get(), dialog]);

/** Shows a dialog until it is closed or another page is opened. A form in it closes it when it is sent. */
export const openDialog = (dialog: Omit<PlainDialog, 'children'>, children: ReactNode): void =>
  open({ ...dialog, children });

/** Asks before something is done. */
export const ask = (question: Question): void => open(question);

/** Draws these dialogs. `page` is the address that they belong to. */
export function OpenedDialogs({ page }: { page: string }) {
  const late = useLateParts(opened.use().length > 0);
  return late && <late.DialogStack page={page} />;
}
