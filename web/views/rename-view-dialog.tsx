import type { View } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { Dialog } from '../parts/popups/dialog.tsx';
import { changeView } from './views-queries.ts';

interface RenameViewDialogProps {
  view: View;
  open: boolean;
  onClose: () => void;
}

export function RenameViewDialog({ view, open, onClose }: RenameViewDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.views.renameTitle} size="small">
      <Form
        label={m.views.renameTitle}
        onSubmit={async (values) => {
          await changeView(view.id, { name: String(values.get('name')).trim() });
          onClose();
        }}
      >
        <Field label={m.views.name} name="name" required>
          <TextInput defaultValue={view.name} maxLength={100} autoComplete="off" data-autofocus />
        </Field>
        <FormActions>
          <Button onClick={onClose}>{m.parts.cancel}</Button>
          <Button type="submit" look="primary">
            {m.views.rename}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
