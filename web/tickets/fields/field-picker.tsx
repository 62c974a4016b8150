import { m } from '../../messages/index.ts';
import { OwnStatuses } from '../../parts/own-statuses.ts';
import { useProject } from '../../replica/index.ts';
import { AssigneePicker } from './assignee-picker.tsx';
import { changeField, whatOf } from './change-field.ts';
import { ChoicePicker } from './choice-picker.tsx';
import { DueDatePicker } from './due-date-picker.tsx';
import { commonValue, type FieldName } from './field-values.ts';
import { GroupPicker } from './group-picker.tsx';
import { LabelsPicker } from './labels-picker.tsx';
import type { TicketPickerProps } from './picker-props.ts';
import { ProjectPicker } from './project-picker.tsx';
import { TicketPicker } from './ticket-picker.tsx';

/** The picker of a field, open for some tickets. */
export function FieldPicker({ field, ...props }: TicketPickerProps & { field: FieldName }) {
  const projectId = commonValue(props.rows, (row) => row.projectId);
  const project = useProject(typeof projectId === 'object' ? projectId.value : undefined);
  switch (field) {
    case 'status':
      // A list of several projects has the statuses of none.
      return (
        <OwnStatuses value={project?.workflow?.statuses}>
          <ChoicePicker field={field} {...props} />
        </OwnStatuses>
      );
    case 'assignee':
      return <AssigneePicker {...props} />;
    case 'labels':
      return <LabelsPicker {...props} />;
    case 'group':
    case 'milestone':
      return <GroupPicker field={field} {...props} />;
    case 'dueDate':
      return <DueDatePicker {...props} />;
    case 'parent':
      return <ParentPicker {...props} />;
    case 'project':
      return <ProjectPicker {...props} />;
    default:
      return <ChoicePicker field={field} {...props} />;
  }
}

function ParentPicker({ rows, ...anchor }: TicketPickerProps) {
  const [first] = rows;
  return (
    <TicketPicker
      {...anchor}
      label={m.fields.parent}
      placeholder={m.fields.search.parent}
      projectId={first?.projectId ?? undefined}
      except={rows.map(({ id }) => id)}
      value={first?.parentId ?? undefined}
      none={rows.some(({ parentId }) => parentId !== null) ? m.fields.noParent : undefined}
      onPick={(parent) =>
        changeField(rows, { parentId: parent?.id ?? null }, (what) =>
          parent ? m.fields.done.parent(what, whatOf([parent])) : m.fields.done.noParent(what),
        )
      }
    />
  );
}
