import { m } from '../../messages/index.ts';
import { PersonAvatar } from '../../parts/display/avatar.tsx';
import { Picker } from '../../parts/popups/picker.tsx';
import { useAssignable } from '../../projects/index.ts';
import { useMe } from '../../replica/index.ts';
import { changeField } from './change-field.ts';
import { commonValue } from './field-values.ts';
import type { TicketPickerProps } from './picker-props.ts';

const nobody = 'nobody';

/** What a picker of people offers. People first, then agents: a ticket that is assigned to an agent becomes its task. */
export function useAssignees(projectId: string | null | undefined) {
  const me = useMe();
  const people = useAssignable(projectId);
  const ordered = [
    ...people.filter(({ id }) => id === me.id),
    ...people.filter(({ id, isAgent }) => id !== me.id && !isAgent),
    ...people.filter(({ id, isAgent }) => id !== me.id && isAgent),
  ];
  const options = [
    { id: nobody, label: m.fields.noAssignee, before: <PersonAvatar person={undefined} /> },
    ...ordered.map((person) => ({
      id: person.id,
      label: person.id === me.id ? m.fields.me(person.name) : person.name,
      hint: person.isAgent ? m.fields.agent : undefined,
      before: <PersonAvatar person={person} />,
    })),
  ];
  const find = (id: string | null | undefined) => people.find((one) => one.id === id);
  return {
    find,
    picker: { label: m.fields.assignee, placeholder: m.fields.search.assignee, options },
  };
}

export function AssigneePicker({ rows, ...anchor }: TicketPickerProps) {
  const { find, picker } = useAssignees(rows[0]?.projectId);
  const common = commonValue(rows, ({ assigneeId }) => assigneeId);
  return (
    <Picker
      {...anchor}
      {...picker}
      value={typeof common === 'object' ? (common.value ?? nobody) : undefined}
      onChange={(id) => {
        const person = find(id);
        changeField(rows, { assigneeId: person?.id ?? null }, (what) =>
          person ? m.fields.done.assignee(what, person.name) : m.fields.done.unassigned(what),
        );
      }}
    />
  );
}
