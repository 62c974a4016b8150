import type { ReactNode } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { type TicketFieldInfo, ticketFields } from '../../../sdk/ticket-fields.ts';
import { m } from '../../messages/index.ts';
import { DatePicker } from '../../parts/controls/date-picker.tsx';
import { formatDay } from '../../parts/dates/dates.ts';
import { PersonAvatar } from '../../parts/display/avatar.tsx';
import { Chip } from '../../parts/display/chip.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { OwnStatuses, statusPatch, useOwnStatuses } from '../../parts/own-statuses.ts';
import { Picker } from '../../parts/popups/picker.tsx';
import { type ChoiceField, fieldWord, rankFields } from '../../parts/ticket-words.ts';
import { useGroups, useLabels, useProjects, useRow } from '../../replica/index.ts';
import { noValue, TicketPicker, useAssignees, useChoices } from '../fields/index.ts';
import type { Prefill } from './new-ticket-state.ts';

interface TicketDraftFieldsProps {
  project: BootProject | undefined;
  fields: Prefill;
  onChange: (patch: Prefill) => void;
  /** True to offer only fields that a template can have. */
  isTemplate?: boolean;
  /** Further chips. */
  children?: ReactNode;
}

const personal = 'personal';
const nobody = 'nobody';
const noGroup = 'none';
const none: string[] = [];
/** The fields with fixed values, besides the status. */
const draftFields: ChoiceField[] = [...rankFields, 'type'];

/** The fields of a ticket that does not exist yet, each as a chip that opens its picker. */
export function TicketDraftFields({
  project,
  fields,
  onChange,
  isTemplate,
  children,
}: TicketDraftFieldsProps) {
  return (
    <div className="new-ticket-fields">
      {!isTemplate && (
        <>
          <ProjectChip project={project} onChange={onChange} />
          {children}
          <OwnStatuses value={project?.workflow?.statuses}>
            <ChoiceChip field="status" value={fields.ownStatusId ?? fields.status} onChange={onChange} />
          </OwnStatuses>
        </>
      )}
      {draftFields.map((field) => (
        <ChoiceChip key={field} field={field} value={fields[field]} onChange={onChange} />
      ))}
      <AssigneeChip project={project} assigneeId={fields.assigneeId} onChange={onChange} />
      <LabelsChip project={project} labelIds={fields.labelIds ?? []} onChange={onChange} />
      {!isTemplate && (
        <>
          {project && <GroupChip project={project} groupId={fields.groupId} onChange={onChange} />}
          <DueChip dueDate={fields.dueDate} onChange={onChange} />
          <ParentChip project={project} parentId={fields.parentId} onChange={onChange} />
        </>
      )}
    </div>
  );
}

type Change = Pick<TicketDraftFieldsProps, 'onChange'>;
const press = () => {};

function ProjectChip({ project, onChange }: Change & Pick<TicketDraftFieldsProps, 'project'>) {
  const projects = useProjects();
  const label = m.tickets.create.project;
  return (
    <Picker
      label={label}
      value={project?.id ?? personal}
      options={[
        ...projects.map(({ id, name, key, mayNot }) => ({
          id,
          label: name,
          hint: key,
          disabled: mayNot.createTicket,
        })),
        { id: personal, label: m.tickets.create.noProject },
      ]}
      // Labels, groups and parents belong to a project or its workspace.
      onChange={(id) =>
        onChange({
          projectId: id === personal ? null : id,
          labelIds: [],
          groupId: null,
          parentId: null,
          template: null,
        })
      }
      trigger={
        <Chip before={<Icon name="folder" />} label={label} tooltip={project?.name} onClick={press}>
          {project?.key ?? m.tickets.create.noProject}
        </Chip>
      }
    />
  );
}

function ChoiceChip({
  field,
  value,
  onChange,
}: Change & { field: ChoiceField; value: string | null | undefined }) {
  const statuses = useOwnStatuses();
  const { options, optionOf } = useChoices(field);
  const picked = value ?? (ticketFields[field] as TicketFieldInfo).initial?.toString() ?? noValue;
  const shown = optionOf(picked);
  const label = fieldWord(field);
  return (
    <Picker
      label={label}
      value={picked}
      options={options}
      onChange={(id) =>
        onChange(field === 'status' ? statusPatch(id, statuses) : { [field]: id === noValue ? null : id })
      }
      trigger={
        <Chip before={shown.before} label={label} onClick={press}>
          {picked === noValue ? label : shown.label}
        </Chip>
      }
    />
  );
}

function AssigneeChip({
  project,
  assigneeId,
  onChange,
}: Change & Pick<TicketDraftFieldsProps, 'project'> & { assigneeId: string | null | undefined }) {
  const { find, picker } = useAssignees(project?.id);
  const person = find(assigneeId);
  return (
    <Picker
      {...picker}
      value={person?.id ?? nobody}
      onChange={(id) => onChange({ assigneeId: find(id)?.id ?? null })}
      trigger={
        <Chip before={<PersonAvatar person={person} />} label={m.fields.assignee} onClick={press}>
          {person?.name ?? m.fields.assignee}
        </Chip>
      }
    />
  );
}

function LabelsChip({
  project,
  labelIds,
  onChange,
}: Change & Pick<TicketDraftFieldsProps, 'project'> & { labelIds: string[] }) {
  const labels = useLabels(project?.workspaceId);
  const picked = labels.filter(({ id }) => labelIds.includes(id));
  const names = picked.map(({ name }) => name).join(', ');
  return (
    <Picker
      multiple
      label={m.fields.labels}
      placeholder={m.fields.search.labels}
      value={labelIds}
      options={labels.map(({ id, name, color }) => ({
        id,
        label: name,
        before: <span className="label-chip-dot" style={{ background: color }} />,
      }))}
      onChange={(ids) => onChange({ labelIds: ids })}
      trigger={
        <Chip before={<Icon name="label" />} label={m.fields.labels} onClick={press}>
          {names || m.fields.labels}
        </Chip>
      }
    />
  );
}

function GroupChip({
  project,
  groupId,
  onChange,
}: Change & { project: BootProject; groupId: string | null | undefined }) {
  const groups = useGroups(project.id);
  const group = groups.find(({ id }) => id === groupId);
  if (groups.length === 0) return null;
  return (
    <Picker
      label={m.fields.group}
      value={group?.id ?? noGroup}
      options={[
        { id: noGroup, label: m.fields.noGroup },
        ...groups.map(({ id, name }) => ({ id, label: name })),
      ]}
      onChange={(id) => onChange({ groupId: id === noGroup ? null : id })}
      trigger={
        <Chip before={<Icon name="group" />} label={m.fields.group} onClick={press}>
          {group?.name ?? m.fields.group}
        </Chip>
      }
    />
  );
}

function DueChip({ dueDate, onChange }: Change & { dueDate: string | null | undefined }) {
  const text = dueDate ? formatDay(dueDate) : undefined;
  return (
    <DatePicker
      label={m.fields.dueDate}
      value={dueDate}
      onChange={(day) => onChange({ dueDate: day })}
      trigger={
        <Chip before={<Icon name="calendar" />} label={m.fields.dueDate} onClick={press}>
          {text ?? m.fields.dueDate}
        </Chip>
      }
    />
  );
}

function ParentChip({
  project,
  parentId,
  onChange,
}: Change & Pick<TicketDraftFieldsProps, 'project'> & { parentId: string | null | undefined }) {
  const parent = useRow(parentId);
  return (
    <TicketPicker
      label={m.fields.parent}
      placeholder={m.fields.search.parent}
      projectId={project?.id}
      except={none}
      value={parentId ?? undefined}
      none={parentId ? m.fields.noParent : undefined}
      onPick={(row) => onChange({ parentId: row?.id ?? null })}
      trigger={
        <Chip before={<Icon name="subticket" />} label={m.fields.parent} onClick={press}>
          {parent?.key ?? m.fields.parent}
        </Chip>
      }
    />
  );
}
