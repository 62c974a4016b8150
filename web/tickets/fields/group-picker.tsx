import { m } from '../../messages/index.ts';
import { formatDay } from '../../parts/dates/dates.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { Picker } from '../../parts/popups/picker.tsx';
import { useGroups } from '../../replica/index.ts';
import { changeField } from './change-field.ts';
import { fieldIcon } from './field-names.ts';
import { commonValue } from './field-values.ts';
import type { TicketPickerProps } from './picker-props.ts';

const none = 'none';

/** The cycles and lists of the project, or its milestones. */
export function GroupPicker({
  field,
  rows,
  ...anchor
}: TicketPickerProps & { field: 'group' | 'milestone' }) {
  const project = commonValue(rows, ({ projectId }) => projectId);
  const projectId = typeof project === 'object' ? (project.value ?? undefined) : undefined;
  const isMilestone = field === 'milestone';
  const common = commonValue(rows, ({ groupId, milestoneId }) => (isMilestone ? milestoneId : groupId));
  const value = typeof common === 'object' ? common.value : undefined;
  // A ticket may have a milestone as its group.
  const groups = useGroups(projectId).filter(
    ({ id, kind }) => (kind === 'milestone') === isMilestone || id === value,
  );
  const label = isMilestone ? m.fields.noMilestone : m.fields.noGroup;
  const noGroup = { id: none, label, before: <Icon name="minus" /> };
  const options = groups.map((group) => ({
    id: group.id,
    label: group.name,
    group: m.fields.groupKinds[group.kind],
    hint: group.endsAt && formatDay(group.endsAt),
    before: <Icon name={fieldIcon(field)} />,
  }));
  options.sort((a, b) => a.group.localeCompare(b.group));
  const reason =
    projectId === undefined
      ? whyNone(project)
      : isMilestone
        ? m.fields.noMilestonesYet
        : m.fields.noGroupsYet;
  return (
    <Picker
      {...anchor}
      label={m.fields[field]}
      placeholder={m.fields.search[field]}
      options={options.length > 0 ? [noGroup, ...options] : [{ ...noGroup, disabled: reason }]}
      value={value === null ? none : value}
      onChange={(id) => {
        const group = groups.find((one) => one.id === id);
        const chosen = group?.id ?? null;
        changeField(rows, isMilestone ? { milestoneId: chosen } : { groupId: chosen }, (what) =>
          group ? m.fields.done.group(what, group.name) : m.fields.done.ungrouped(what),
        );
      }}
    />
  );
}

const whyNone = (project: unknown) =>
  project === 'several' ? m.fields.differentProjects : m.fields.needsProject;
