import { useQuery } from '@tanstack/react-query';
import type { AgentLimits, BootProject } from '../../../../sdk/index.ts';
import { BudgetUse, openBudgetDialog } from '../../../agent-tasks/index.ts';
import { api, queryClient } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Select } from '../../../parts/controls/select.tsx';
import { TextInput } from '../../../parts/controls/text-input.tsx';
import { Loaded } from '../../../parts/display/loaded.tsx';
import { Section } from '../../../parts/display/section.tsx';
import { Field } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { textOf } from '../../../parts/forms/form-values.ts';
import { showToast } from '../../../parts/popups/toasts.ts';
import { limitsQuery } from './agent-settings-queries.ts';

const limits = [
  { name: 'tasksPerHour', min: 1, max: 1_000_000 },
  { name: 'tasksPerTicketPerDay', min: 1, max: 10_000 },
  { name: 'chainDepth', min: 0, max: 100 },
] as const;

/** How much agents may do and spend in the project before their tasks are held, and how much of it is used. */
export function LimitsSection({ project }: { project: BootProject }) {
  const query = useQuery(limitsQuery(project.id));
  return <Loaded query={query}>{(given) => <Limits project={project} given={given} />}</Loaded>;
}

function Limits({ project, given }: { project: BootProject; given: AgentLimits }) {
  const texts = m.projects.settings.agents.limits;
  const budgetTexts = m.agentTasks.budget;
  const { budget, used } = given;
  const budgetState = { budget, spent: used.spent, notCounted: used.notCounted };
  const may = project.may.edit;
  const save = async (values: FormData) => {
    const typed = limits.map(({ name }) => [name, textOf(values, name)] as const);
    const numbers = Object.fromEntries(
      typed.map(([name, text]) => [name, text === '' ? null : Number(text)]),
    );
    const collisions = textOf(values, 'collisions') as AgentLimits['collisions'];
    const { data } = await api.setAgentLimits({
      params: { id: project.id },
      body: { ...numbers, collisions },
    });
    queryClient.setQueryData(limitsQuery(project.id).queryKey, data);
    showToast({ text: texts.saved });
  };
  const held = (name: (typeof limits)[number]['name']) => used.held[holdOf[name]];
  return (
    <>
      <Section title={texts.title} text={may ? texts.text : project.mayNot.edit}>
        <Form
          // Typed numbers are replaced by what somebody else saved.
          key={[...limits.map(({ name }) => given[name]), given.collisions].join()}
          label={texts.title}
          submit={may ? m.words.save : undefined}
          onSubmit={save}
        >
          {limits.map(({ name, min, max }) => (
            <Field
              key={name}
              row
              label={texts[name]}
              name={name}
              hint={[
                texts.hints[name],
                name === 'tasksPerHour' && texts.used(used.tasksThisHour),
                held(name) > 0 && texts.held(held(name)),
              ]
                .filter(Boolean)
                .join(' ')}
            >
              <TextInput
                type="number"
                {...{ min, max }}
                step={1}
                disabled={!may}
                defaultValue={given[name]}
              />
            </Field>
          ))}
          <Field
            row
            label={texts.collisions}
            name="collisions"
            hint={[texts.hints.collisions, used.held.collision > 0 && texts.held(used.held.collision)]
              .filter(Boolean)
              .join(' ')}
          >
            <Select disabled={!may} defaultValue={given.collisions} options={collisionOptions()} />
          </Field>
        </Form>
      </Section>
      <Section
        title={budgetTexts.name}
        text={texts.budgetText}
        actions={
          may && (
            <Button
              icon="edit"
              onClick={() =>
                openBudgetDialog({
                  title: budgetTexts.set,
                  state: budgetState,
                  refresh: limitsQuery(project.id).queryKey,
                  onSave: (changed) =>
                    api.setAgentLimits({ params: { id: project.id }, body: { budget: changed } }),
                })
              }
            >
              {budgetTexts.set}
            </Button>
          )
        }
      >
        <BudgetUse state={budgetState} />
      </Section>
    </>
  );
}

function collisionOptions() {
  const { collisionModes } = m.projects.settings.agents.limits;
  return (Object.keys(collisionModes) as AgentLimits['collisions'][]).map((value) => ({
    value,
    label: collisionModes[value],
  }));
}

/** The hold of the tasks beyond each limit. */
const holdOf = { tasksPerHour: 'hour', tasksPerTicketPerDay: 'ticket', chainDepth: 'chain' } as const;
