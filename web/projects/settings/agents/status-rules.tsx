import { useState } from 'react';
import type { ProjectWithPermissions, StatusRule } from '../../../../sdk/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Checkbox } from '../../../parts/controls/checkbox.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { TextArea } from '../../../parts/controls/text-area.tsx';
import { DataTable } from '../../../parts/display/data-table.tsx';
import { EmptyState } from '../../../parts/display/empty-state.tsx';
import { LabelChip } from '../../../parts/display/label-chip.tsx';
import { Section } from '../../../parts/display/section.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { Field } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { textOf } from '../../../parts/forms/form-values.ts';
import { SelectField } from '../../../parts/forms/select-field.tsx';
import { StatusIcon } from '../../../parts/icons/status-icon.tsx';
import { openDialog } from '../../../parts/popups/open-dialog.tsx';
import { statusLabel, type TicketStatus, ticketStatuses } from '../../../parts/ticket-words.ts';
import { useLabels, usePeople } from '../../../replica/index.ts';
import { useAssignable } from '../../use-assignable.ts';
import '../../own-field-input.css';

interface StatusRulesProps {
  project: ProjectWithPermissions;
  rules: readonly StatusRule[];
  onSave: (rules: StatusRule[]) => Promise<unknown>;
}

/** Which agent gets a task when a ticket enters a status. */
export function StatusRules({ project, rules, onSave }: StatusRulesProps) {
  const texts = m.projects.settings.agents.rules;
  const people = usePeople();
  const labels = useLabels(project.workspaceId);
  const may = project.may.edit;
  const open = (index = rules.length) =>
    openDialog(
      { title: rules[index] ? texts.edit : texts.create, size: 'small' },
      <RuleForm
        project={project}
        rule={rules[index]}
        onSave={(rule) => onSave(rules.toSpliced(index, 1, rule))}
      />,
    );
  const create = (
    <Button icon="plus" onClick={() => open()}>
      {texts.create}
    </Button>
  );
  const agentName = ({ agentId }: StatusRule) =>
    people.find(({ id }) => id === agentId)?.name ?? m.agentTasks.anyAgent;
  const numbered = rules.map((rule, index) => ({ ...rule, index }));
  return (
    <Section title={texts.title} text={texts.text} actions={may && create}>
      <DataTable
        label={texts.title}
        rows={numbered}
        rowKey={({ index }) => String(index)}
        empty={<EmptyState small icon="bolt" title={texts.none} />}
        columns={[
          {
            title: texts.status,
            header: true,
            phone: 'main',
            cell: ({ status }) => (
              <>
                <StatusIcon status={status} /> {statusLabel(status)}
              </>
            ),
          },
          {
            title: texts.labels,
            phone: 'titled',
            cell: ({ labels: wanted = [] }) =>
              wanted.length === 0
                ? texts.anyLabel
                : wanted.map((ref) => {
                    const label = labels.find(({ id, name }) => id === ref || name === ref);
                    return <LabelChip key={ref} name={label?.name ?? ref} color={label?.color ?? ''} />;
                  }),
          },
          { title: texts.agent, phone: 'titled', cell: agentName },
          may && {
            title: texts.edit,
            actions: true,
            width: '92px',
            cell: (rule) => {
              const of = `${statusLabel(rule.status)} → ${agentName(rule)}`;
              return (
                <span className="settings-row-actions">
                  <IconButton icon="edit" label={texts.edit} of={of} onClick={() => open(rule.index)} />
                  <IconButton
                    icon="trash"
                    label={texts.delete}
                    of={of}
                    onClick={() => void attempt(() => onSave(rules.toSpliced(rule.index, 1)))}
                  />
                </span>
              );
            },
          },
        ]}
      />
    </Section>
  );
}

interface RuleFormProps {
  project: ProjectWithPermissions;
  rule: StatusRule | undefined;
  onSave: (rule: StatusRule) => Promise<unknown>;
}

function RuleForm({ project, rule, onSave }: RuleFormProps) {
  const texts = m.projects.settings.agents.rules;
  const labels = useLabels(project.workspaceId);
  const agents = useAssignable(project.id).filter(({ isAgent }) => isAgent);
  const isWanted = ({ id, name }: { id: string; name: string }) =>
    rule?.labels?.some((ref) => ref === id || ref === name) ?? false;
  const [chosen, setChosen] = useState(() => labels.filter(isWanted).map(({ id }) => id));
  const save = (values: FormData) => {
    const instructions = textOf(values, 'instructions').trim();
    return onSave({
      status: textOf(values, 'status') as TicketStatus,
      agentId: textOf(values, 'agentId'),
      ...(chosen.length > 0 && { labels: chosen }),
      ...(instructions !== '' && { instructions }),
    });
  };
  return (
    <Form onSubmit={save} submit={m.words.save}>
      <SelectField
        label={texts.status}
        name="status"
        options={ticketStatuses.map((value) => ({ value, label: statusLabel(value) }))}
        defaultValue={rule?.status ?? 'todo'}
      />
      <SelectField
        label={texts.agent}
        name="agentId"
        hint={agents.length === 0 ? texts.noAgents : undefined}
        required
        options={agents.map(({ id, name }) => ({ value: id, label: name }))}
        defaultValue={rule?.agentId}
      />
      {labels.length > 0 && (
        <fieldset className="own-field-choices">
          <legend className="field-label">{texts.onlyWith}</legend>
          {labels.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={(on) => setChosen(on ? [...chosen, id] : chosen.filter((other) => other !== id))}
            />
          ))}
        </fieldset>
      )}
      <Field label={m.words.instructions} name="instructions" hint={texts.instructionsHint} optional>
        <TextArea rows={3} maxLength={10_000} defaultValue={rule?.instructions} />
      </Field>
    </Form>
  );
}
