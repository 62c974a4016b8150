import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Select } from '../../parts/controls/select.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { FormActions } from '../../parts/forms/form-actions.tsx';
import { Dialog } from '../../parts/popups/dialog.tsx';
import type { BoardColumnState } from './use-board-columns.ts';

export interface MoveRequest {
  /** How the dialog names the tickets: by key, or by their number. */
  what: string;
  moved: readonly string[];
}

interface MoveDialogProps {
  /** Undefined while the dialog is closed. */
  request: MoveRequest | undefined;
  columns: readonly BoardColumnState[];
  onMove: (moved: readonly string[], value: string, position: number) => void;
  onClose: () => void;
}

/** Moves cards without dragging, by choosing a column and a position. */
export function MoveDialog({ request, onClose, ...rest }: MoveDialogProps) {
  return (
    <Dialog
      open={request !== undefined}
      onClose={onClose}
      title={m.board.moveTitle(request?.what ?? '')}
      size="small"
    >
      {request && <MoveForm key={request.moved.join()} request={request} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

type MoveFormProps = MoveDialogProps & { request: MoveRequest };

function MoveForm({ request, columns, onMove, onClose }: MoveFormProps) {
  const { what, moved } = request;
  const [first = ''] = moved;
  const from = columns.find(({ view }) => view.ids.includes(first)) ?? columns[0];
  const [value, setValue] = useState(from?.value ?? '');
  // Only in a column in manual order is there a position to choose.
  const { isManual = false, view } = columns.find((column) => column.value === value) ?? {};
  const ids = view?.ids ?? [];
  const last = ids.filter((id) => !moved.includes(id)).length + 1;
  return (
    <Form
      label={m.board.moveTitle(what)}
      onSubmit={(values) => {
        onMove(moved, value, Number(values.get('position')) || 1);
        onClose();
      }}
    >
      <Field label={m.board.column} name="status">
        <Select
          look="large"
          value={value}
          onChange={setValue}
          options={columns.map(({ value: column, name }) => ({ value: column, label: name }))}
        />
      </Field>
      {isManual && (
        <Field label={m.board.position} name="position" hint={m.board.positionHint(last)} required>
          <TextInput
            key={value}
            look="large"
            type="number"
            min={1}
            max={last}
            step={1}
            inputMode="numeric"
            defaultValue={ids.indexOf(first) + 1 || 1}
          />
        </Field>
      )}
      <FormActions>
        <Button onClick={onClose}>{m.parts.cancel}</Button>
        <Button type="submit" look="primary">
          {m.board.move}
        </Button>
      </FormActions>
    </Form>
  );
}
