import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../controls/button.tsx';
import { TextInput } from '../controls/text-input.tsx';
import { Field } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { FormActions } from '../forms/form-actions.tsx';
import type { ConfirmDialogProps } from '../popups/confirm-dialog.tsx';
import { Dialog } from '../popups/dialog.tsx';

export function ConfirmDialogView({
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
