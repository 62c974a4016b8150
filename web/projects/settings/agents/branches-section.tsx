import { useQuery } from '@tanstack/react-query';
import type { AgentBranches, BootProject } from '../../../../sdk/index.ts';
import { api, queryClient } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Switch } from '../../../parts/controls/switch.tsx';
import { TextArea } from '../../../parts/controls/text-area.tsx';
import { TextInput } from '../../../parts/controls/text-input.tsx';
import { Card } from '../../../parts/display/card.tsx';
import { Loaded } from '../../../parts/display/loaded.tsx';
import { Section } from '../../../parts/display/section.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { Field } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { textOf } from '../../../parts/forms/form-values.ts';
import { showToast } from '../../../parts/popups/toasts.ts';
import { branchesQuery } from './agent-settings-queries.ts';

/** Whether agents push through Docket, which files they may change, and how large a push may be. */
export function BranchesSection({ project }: { project: BootProject }) {
  const query = useQuery(branchesQuery(project.id));
  return <Loaded query={query}>{(given) => <Branches project={project} given={given} />}</Loaded>;
}

function Branches({ project, given }: { project: BootProject; given: AgentBranches }) {
  const texts = m.projects.settings.agents.branches;
  const may = project.may.edit;
  const save = async (body: Partial<AgentBranches>) => {
    const { data } = await api.setAgentBranches({ params: { id: project.id }, body });
    queryClient.setQueryData(branchesQuery(project.id).queryKey, data);
  };
  const submit = async (values: FormData) => {
    const paths = textOf(values, 'paths')
      .split('\n')
      .map((path) => path.trim())
      .filter((path) => path !== '');
    const size = textOf(values, 'maxMegabytes');
    await save({
      paths: paths.length > 0 ? paths : null,
      ...(size !== '' && { maxMegabytes: Number(size) }),
    });
    showToast({ text: texts.saved });
  };
  return (
    <Section title={texts.title} text={may ? texts.text : project.mayNot.edit}>
      <Card rows>
        <div className="settings-card-row">
          <Switch
            label={texts.enabled}
            hint={texts.enabledHint}
            checked={given.enabled}
            disabled={!may}
            onChange={(enabled) => void attempt(() => save({ enabled }))}
          />
        </div>
      </Card>
      {given.enabled && (
        <Form
          // What was typed is replaced by what somebody else saved.
          key={JSON.stringify([given.paths, given.maxMegabytes])}
          label={texts.title}
          submit={may ? m.words.save : undefined}
          onSubmit={submit}
        >
          <Field row label={texts.paths} name="paths" hint={texts.pathsHint}>
            <TextArea mono disabled={!may} defaultValue={given.paths?.join('\n')} />
          </Field>
          <Field row label={texts.maxMegabytes} name="maxMegabytes">
            <TextInput
              type="number"
              min={1}
              max={2_000}
              step={1}
              disabled={!may}
              defaultValue={given.maxMegabytes}
            />
          </Field>
        </Form>
      )}
    </Section>
  );
}
