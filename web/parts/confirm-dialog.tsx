import { type ReactNode, useState } from 'react';
import { m } from '../messages/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { FormActions } from './form-actions.tsx';
import { TextInput } from './text-input.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** The question. */
  title: string;
  /** What will happen, and whether it can be undone. */
  text: ReactNode;
  /** A verb: “Delete project”. */
  confirm: string;
  danger?: boolean;
  /** Must be typed first, for what cannot be undone. */
  typeToConfirm?: string;
  /** The dialog closes when it is done, and shows what it throws. */
  onConfirm: () => unknown;
}

export function ConfirmDialog({
  open,
  onClose,
  title,
  text,
  confirm,
  danger,
  typeToConfirm,
  onConfirm,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  const close = () => {
    setTyped('');
    onClose();
  };
  const missing = typeToConfirm !== undefined && typed.trim() !== typeToConfirm;
  return (
    <Dialog open={open} onClose={close} title={title} text={text} size="small">
      <Form
        label={title}
        onSubmit={async () => {
          if (missing) return;
          await onConfirm();
          close();
        }}
      >
        {typeToConfirm !== undefined && (
          <Field label={m.parts.typeToConfirm(typeToConfirm)}>
            <TextInput value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
          </Field>
        )}
        <FormActions>
          <Button onClick={close}>{m.parts.cancel}</Button>
          <Button
            type="submit"
            look={danger ? 'danger' : 'primary'}
            disabled={missing}
            data-autofocus={typeToConfirm === undefined || undefined}
          >
            {confirm}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
