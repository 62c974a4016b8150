import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../controls/button.tsx';
import { Form } from '../forms/form.tsx';
import { TextField } from '../forms/text-field.tsx';
import type { Question } from '../popups/open-dialog.tsx';

export function ConfirmForm({ confirm, danger, typeToConfirm, onConfirm }: Question) {
  const [typed, setTyped] = useState('');
  const missing = typeToConfirm !== undefined && typed.trim() !== typeToConfirm;
  return (
    <Form
      onSubmit={async () => {
        if (missing) return false;
        await onConfirm();
      }}
      submit={
        <Button
          type="submit"
          look={danger ? 'danger' : 'primary'}
          disabled={missing}
          data-autofocus={typeToConfirm === undefined || undefined}
        >
          {confirm}
        </Button>
      }
    >
      {typeToConfirm !== undefined && (
        <TextField
          label={m.parts.typeToConfirm(typeToConfirm)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      )}
    </Form>
  );
}
