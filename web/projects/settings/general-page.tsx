import { useState } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Select } from '../../parts/controls/select.tsx';
import { TextArea } from '../../parts/controls/text-area.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Facts } from '../../parts/display/facts.tsx';
import { Notice } from '../../parts/display/notice.tsx';
import { Section } from '../../parts/display/section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { TextField } from '../../parts/forms/text-field.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { useBoot } from '../../replica/index.ts';
import { Link, navigate } from '../../router/index.ts';
import { visibilityOptions } from '../project-options.ts';
import { refreshProjects } from '../project-queries.ts';
import { useSettingsProject } from './use-settings-project.ts';

export function GeneralPage() {
  const project = useSettingsProject();
  return (
    <>
      <Section title={m.projects.settings.pages.general}>
        {project.may.edit ? (
          <GeneralForm key={project.updatedAt} project={project} />
        ) : (
          <GeneralFacts project={project} />
        )}
      </Section>
      <ArchiveSection project={project} />
    </>
  );
}

function GeneralForm({ project }: { project: BootProject }) {
  const { workspaces } = useBoot();
  const [visibility, setVisibility] = useState(project.visibility);
  const texts = m.projects.form;
  // A person who was invited to a single project is not a member of its workspace and cannot choose another.
  const knowsWorkspace = workspaces.some(({ id }) => id === project.workspaceId);

  async function save(values: FormData) {
    const workspaceId = textOf(values, 'workspaceId');
    const { data: saved } = await api.updateProject({
      params: { id: project.id },
      body: {
        name: textOf(values, 'name'),
        key: textOf(values, 'key').toUpperCase(),
        description: textOf(values, 'description').trim() || null,
        visibility,
        estimateUnit: textOf(values, 'estimateUnit') as BootProject['estimateUnit'],
        ...(workspaceId && { workspaceId }),
      },
    });
    await refreshProjects();
    if (saved.key !== project.key)
      await navigate({ to: '/p/$key/settings/general', params: { key: saved.key }, replace: true });
    showToast({ text: texts.saved });
  }

  return (
    <Form label={m.projects.settings.pages.general} onSubmit={save} submit={texts.save}>
      <TextField row label={texts.name} name="name" required defaultValue={project.name} autoComplete="off" />
      <Field row label={texts.key} name="key" required hint={texts.keyChangeHint}>
        <TextInput
          defaultValue={project.key}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Field row label={m.words.description} name="description">
        <TextArea defaultValue={project.description} rows={3} />
      </Field>
      <Field row label={m.words.visibility} name="visibility" hint={m.projects.visibilityHint[visibility]}>
        <Select options={visibilityOptions()} value={visibility} onChange={setVisibility} />
      </Field>
      <Field row label={texts.estimates} name="estimateUnit">
        <Select
          options={(['none', 'points', 'hours'] as const).map((value) => ({
            value,
            label: texts.estimateUnits[value],
          }))}
          defaultValue={project.estimateUnit}
        />
      </Field>
      {knowsWorkspace && (
        <SelectField
          row
          label={texts.workspace}
          name="workspaceId"
          hint={
            <>
              {texts.workspaceHint} <Link to="/workspaces">{m.projects.settings.manageWorkspace}</Link>
            </>
          }
          options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={project.workspaceId}
        />
      )}
    </Form>
  );
}

/** For people who may not change it: the values, and why there is no form. */
function GeneralFacts({ project }: { project: BootProject }) {
  const workspace = useBoot().workspaces.find(({ id }) => id === project.workspaceId);
  const texts = m.projects.form;
  const facts: [string, string | undefined][] = [
    [texts.name, project.name],
    [texts.key, project.key],
    [m.words.description, project.description],
    [
      m.words.visibility,
      `${m.projects[project.visibility]}. ${m.projects.visibilityHint[project.visibility]}`,
    ],
    [texts.estimates, texts.estimateUnits[project.estimateUnit]],
    [texts.workspace, workspace?.name],
  ];
  return (
    <>
      <Notice>{m.projects.settings.readOnly(project.mayNot.edit ?? '')}</Notice>
      <Facts facts={facts} />
    </>
  );
}

function ArchiveSection({ project }: { project: BootProject }) {
  const texts = m.projects.settings.archive;
  if (!project.may.archive) return null;
  const isArchived = project.status === 'archived';

  const setStatus = async (status: 'active' | 'archived') => {
    await api.updateProject({ params: { id: project.id }, body: { status } });
    await refreshProjects();
  };
  const archive = () =>
    attempt(async () => {
      await setStatus('archived');
      showToast({
        text: texts.done(project.name),
        actions: [
          { name: m.projects.settings.danger.undo, run: () => void attempt(() => setStatus('active')) },
        ],
      });
    });
  const restore = () =>
    attempt(async () => {
      await setStatus('active');
      showToast({ text: m.projects.restored(project.name) });
    });

  return (
    <Section title={texts.title} text={isArchived ? texts.isArchived : texts.text}>
      <div>
        {isArchived ? (
          <Button icon="undo" onClick={() => void restore()}>
            {texts.restore}
          </Button>
        ) : (
          <Button icon="archive" onClick={() => void archive()}>
            {texts.action}
          </Button>
        )}
      </div>
    </Section>
  );
}
