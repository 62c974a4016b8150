import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Select } from '../../parts/controls/select.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { FormActions } from '../../parts/forms/form-actions.tsx';
import { useStatusLabel } from '../../parts/own-statuses.ts';
import { Dialog } from '../../parts/popups/dialog.tsx';
import type { TicketStatus } from '../../parts/ticket-words.ts';
import type { Columns } from '../active-row.ts';

export interface MoveRequest {
  /** How the dialog names the tickets: by key, or by their number. */
  what: string;
  moved: readonly string[];
}

interface MoveDialogProps {
  /** Undefined while the dialog is closed. */
  request: MoveRequest | undefined;
  statuses: readonly TicketStatus[];
  /** The tickets of each status, in order. */
  columns: Columns;
  /** False if the order is not manual: then there is no position to choose. */
  isManual: boolean;
  onMove: (moved: readonly string[], status: TicketStatus, position: number) => void;
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

function MoveForm({ request, statuses, columns, isManual, onMove, onClose }: MoveFormProps) {
  const statusName = useStatusLabel();
  const { what, moved } = request;
  const [first = ''] = moved;
  const from = columns.findIndex((ids) => ids.includes(first));
  const [status, setStatus] = useState<TicketStatus>(statuses[from] ?? 'backlog');
  const ids = columns[statuses.indexOf(status)] ?? [];
  const last = ids.filter((id) => !moved.includes(id)).length + 1;
  return (
    <Form
      label={m.board.moveTitle(what)}
      onSubmit={(values) => {
        onMove(moved, status, Number(values.get('position')) || 1);
        onClose();
      }}
    >
      <Field label={m.board.column} name="status">
        <Select
          look="large"
          value={status}
          onChange={setStatus}
          options={statuses.map((value) => ({ value, label: statusName(value) }))}
        />
      </Field>
      {isManual && (
        <Field label={m.board.position} name="position" hint={m.board.positionHint(last)} required>
          <TextInput
            key={status}
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
