import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { FormActions } from '../../parts/forms/form-actions.tsx';
import { useStatusLabel } from '../../parts/own-statuses.ts';
import { Dialog } from '../../parts/popups/dialog.tsx';
import { parseLimit } from './board-settings.ts';
import { setLimits } from './project-limits.ts';

interface LimitDialogProps {
  /** Undefined while the dialog is closed. */
  status: string | undefined;
  limit: number | undefined;
  projectId: string;
  onClose: () => void;
}

/** Sets how many tickets a column should have at most. An empty field removes the limit. */
export function LimitDialog({ status, limit, projectId, onClose }: LimitDialogProps) {
  const label = useStatusLabel();
  const title = m.board.limitTitle(status ? label(status) : '');
  return (
    <Dialog open={status !== undefined} onClose={onClose} title={title} text={m.board.limitText} size="small">
      <Form
        label={title}
        onSubmit={async (values) => {
          if (status) await setLimits(projectId, { [status]: parseLimit(values.get('limit')) ?? null });
          onClose();
        }}
      >
        <Field label={m.board.limit} name="limit" hint={m.board.limitHint}>
          <TextInput
            look="large"
            type="number"
            min={1}
            max={999}
            step={1}
            inputMode="numeric"
            defaultValue={limit}
          />
        </Field>
        <FormActions>
          <Button onClick={onClose}>{m.parts.cancel}</Button>
          <Button type="submit" look="primary">
            {m.board.saveLimit}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
