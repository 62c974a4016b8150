import type { SavedQuery, ViewDisplay } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Checkbox } from '../parts/controls/checkbox.tsx';
import { Select } from '../parts/controls/select.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { Dialog } from '../parts/popups/dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { useProject } from '../replica/index.ts';
import { saveView } from './views-queries.ts';

interface SaveViewDialogProps {
  open: boolean;
  onClose: () => void;
  query: SavedQuery;
  display: ViewDisplay;
  /** A view of one project can be shared with its members. */
  projectId?: string | undefined;
  onSaved?: ((viewId: string) => void) | undefined;
}

/** Saves the present filters, order and display under a name. */
export function SaveViewDialog({ open, onClose, query, display, projectId, onSaved }: SaveViewDialogProps) {
  const project = useProject(projectId);
  const mayNot = project?.mayNot.shareViews;
  return (
    <Dialog open={open} onClose={onClose} title={m.views.saveTitle} size="small">
      <Form
        label={m.views.saveTitle}
        onSubmit={async (values) => {
          const name = String(values.get('name')).trim();
          const isShared = values.get('scope') === 'project';
          const view = await saveView({
            name,
            projectId: isShared ? project?.id : undefined,
            query,
            display,
            isStarred: values.get('star') !== null,
          });
          onClose();
          showToast({ text: m.views.saved(name) });
          onSaved?.(view.id);
        }}
      >
        <Field label={m.views.name} name="name" required>
          <TextInput
            maxLength={100}
            placeholder={m.views.namePlaceholder}
            autoComplete="off"
            data-autofocus
          />
        </Field>
        {project && (
          <Field label={m.views.scope} name="scope" hint={mayNot}>
            <Select
              defaultValue="personal"
              options={[
                { value: 'personal', label: m.views.personal },
                { value: 'project', label: m.views.shared(project.name), disabled: mayNot !== undefined },
              ]}
            />
          </Field>
        )}
        <Checkbox name="star" label={m.views.starIt} defaultChecked />
        <FormActions>
          <Button onClick={onClose}>{m.parts.cancel}</Button>
          <Button type="submit" look="primary">
            {m.views.create}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
