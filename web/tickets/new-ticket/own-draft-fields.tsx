import { useQuery } from '@tanstack/react-query';
import { Field } from '../../parts/forms/field.tsx';
import { OwnFieldInput, ownFieldsQuery } from '../../projects/index.ts';
import type { Prefill } from './new-ticket-state.ts';

interface Props {
  projectId: string;
  fields: Prefill;
  onChange: (patch: Prefill) => void;
}

/** The project's custom fields for a ticket that does not exist yet. */
export function OwnDraftFields({ projectId, fields: { fields = {} }, onChange }: Props) {
  const { data = [] } = useQuery(ownFieldsQuery(projectId));
  return data.map((field) => (
    <Field key={field.id} label={field.name} hint={field.description} optional={!field.required}>
      <OwnFieldInput
        field={field}
        value={field.id in fields ? fields[field.id] : field.default}
        onChange={(value) => onChange({ fields: { ...fields, [field.id]: value } })}
      />
    </Field>
  ));
}
