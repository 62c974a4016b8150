import { m } from '../../messages/index.ts';
import { formatDay } from '../../parts/dates.ts';
import { Icon } from '../../parts/icon.tsx';
import { Picker } from '../../parts/picker.tsx';
import { useGroups } from '../../replica/index.ts';
import { changeField } from './change-field.ts';
import { commonValue } from './field-values.ts';
import type { TicketPickerProps } from './picker-props.ts';

const none = 'none';

/** The cycles, milestones and lists of the project. */
export function GroupPicker({ rows, ...anchor }: TicketPickerProps) {
  const project = commonValue(rows, ({ projectId }) => projectId);
  const projectId = typeof project === 'object' ? (project.value ?? undefined) : undefined;
  const groups = useGroups(projectId);
  const common = commonValue(rows, ({ groupId }) => groupId);
  const noGroup = { id: none, label: m.fields.noGroup, before: <Icon name="minus" /> };
  const options = groups.map((group) => ({
    id: group.id,
    label: group.name,
    group: m.fields.groupKinds[group.kind],
    hint: group.endsAt && formatDay(group.endsAt),
    before: <Icon name="group" />,
  }));
  options.sort((a, b) => a.group.localeCompare(b.group));
  const reason = projectId === undefined ? whyNone(project) : m.fields.noGroupsYet;
  return (
    <Picker
      {...anchor}
      label={m.fields.group}
      placeholder={m.fields.search.group}
      options={options.length > 0 ? [noGroup, ...options] : [{ ...noGroup, disabled: reason }]}
      value={typeof common === 'object' ? (common.value ?? none) : undefined}
      onChange={(id) => {
        const group = groups.find((one) => one.id === id);
        changeField(rows, { groupId: group?.id ?? null }, (what) =>
          group ? m.fields.done.group(what, group.name) : m.fields.done.ungrouped(what),
        );
      }}
    />
  );
}

const whyNone = (project: unknown) =>
  project === 'several' ? m.fields.differentProjects : m.fields.needsProject;
