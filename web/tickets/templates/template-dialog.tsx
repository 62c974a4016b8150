import { useState } from 'react';
import type { BootProject, TicketTemplate } from '../../../sdk/index.ts';
import { api, queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { FormActions } from '../../parts/forms/form-actions.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { projectsKey } from '../../projects/index.ts';
import { ContentFields, cleaned } from './content-fields.tsx';

interface Props {
  project: BootProject;
  /** Undefined for a new one. */
  template: TicketTemplate | undefined;
  onClose: () => void;
}

export function TemplateForm({ project, template, onClose }: Props) {
  const [content, setContent] = useState(template?.ticket ?? {});
  const texts = m.projects.settings.templates;
  async function save(values: FormData) {
    const body = { name: textOf(values, 'name').trim(), ticket: cleaned(content) };
    const { id } = project;
    if (template) await api.updateTemplate({ params: { id, templateId: template.id }, body });
    else await api.createTemplate({ params: { id }, body });
    await queryClient.invalidateQueries({ queryKey: projectsKey });
    onClose();
  }
  return (
    <Form label={template?.name ?? texts.create} onSubmit={save}>
      <Field label={m.projects.form.name} name="name" required>
        <TextInput look="large" defaultValue={template?.name} maxLength={60} autoComplete="off" />
      </Field>
      <ContentFields project={project} content={content} onChange={setContent} />
      <FormActions>
        <Button onClick={onClose}>{m.projects.form.cancel}</Button>
        <Button type="submit" look="primary">
          {template ? m.projects.form.save : texts.createAction}
        </Button>
      </FormActions>
    </Form>
  );
}
