import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Checkbox } from '../parts/controls/checkbox.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { TextField } from '../parts/forms/text-field.tsx';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { useProjects } from '../replica/index.ts';

const scopes = ['read', 'write', 'webhooks', 'agent'] as const;

export const openNewApiKeyDialog = (onMade: (key: string) => void): void =>
  openDialog({ title: m.users.newApiKey }, <NewApiKeyForm onMade={onMade} />);

function NewApiKeyForm({ onMade }: { onMade: (key: string) => void }) {
  const projects = useProjects().filter(({ role }) => role !== null);
  return (
    <Form
      onSubmit={async (values) => {
        const projectIds = values.getAll('projectIds').map(String);
        const expiresAt = textOf(values, 'expiresAt');
        const body = {
          name: textOf(values, 'name'),
          scopes: scopes.filter((scope) => values.getAll('scopes').includes(scope)),
          ...(projectIds.length > 0 && { projectIds }),
          ...(expiresAt && { expiresAt }),
        };
        onMade((await api.createApiKey({ body })).data.key);
      }}
      submit={m.users.createKey}
    >
      <TextField label={m.words.name} name="name" hint={m.users.keyNameHint} required look="large" />
      <fieldset className="me-page-choices">
        <legend>{m.users.scopes}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            label={m.users.scopeTexts[scope]}
            defaultChecked={scope === 'read' || scope === 'write'}
          />
        ))}
      </fieldset>
      {projects.length > 1 && (
        <fieldset className="me-page-choices">
          <legend>{m.users.limitToProjects}</legend>
          {projects.map(({ id, name }) => (
            <Checkbox key={id} name="projectIds" value={id} label={name} />
          ))}
        </fieldset>
      )}
      <Field label={m.users.expires} name="expiresAt" hint={m.users.expiresHint}>
        <TextInput look="large" type="date" />
      </Field>
    </Form>
  );
}
