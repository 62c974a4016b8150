import { m } from '../../messages/index.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { Picker } from '../../parts/popups/picker.tsx';
import { useProjects } from '../../replica/index.ts';
import { changeField } from './change-field.ts';
import { commonValue } from './field-values.ts';
import type { TicketPickerProps } from './picker-props.ts';

/** A ticket that moves gets the next number of the other project; its old key still finds it. */
export function ProjectPicker({ rows, ...anchor }: TicketPickerProps) {
  const projects = useProjects();
  const common = commonValue(rows, ({ projectId }) => projectId);
  const value = typeof common === 'object' ? common.value : undefined;
  const options = projects
    .filter(({ status, may, id }) => id === value || (status === 'active' && may.createTicket))
    .map(({ id, name, key }) => ({ id, label: name, hint: key, before: <Icon name="folder" /> }));
  return (
    <Picker
      {...anchor}
      label={m.fields.project}
      placeholder={m.fields.search.project}
      options={options}
      value={value}
      onChange={(id) => {
        const project = projects.find((one) => one.id === id);
        if (project)
          changeField(rows, { projectId: id }, (what) => m.fields.done.project(what, project.name));
      }}
    />
  );
}
