import { PersonAvatar } from '../../parts/display/avatar.tsx';
import { ChoiceIcon } from '../../parts/icons/choice-icon.tsx';
import { useLabel, useMe, usePerson } from '../../replica/index.ts';
import { filterKind, type ListFilter } from '../ticket-search.ts';

/** The icon before a value: the shape of a status, the face of a person, the colour of a label. */
export function ValueIcon({ filter, value }: { filter: ListFilter; value: string }) {
  if (filterKind(filter) === 'person') return <PersonIcon value={value} />;
  if (filter === 'ownStatus') return <ChoiceIcon field="status" value={value} />;
  return filter === 'label' ? <LabelDot id={value} /> : <ChoiceIcon field={filter} value={value} />;
}

function PersonIcon({ value }: { value: string }) {
  const me = useMe();
  const found = usePerson(value);
  const person = value === 'me' ? me : found;
  return <PersonAvatar person={person} />;
}

function LabelDot({ id }: { id: string }) {
  const label = useLabel(id);
  return <span className="label-chip-dot" style={label && { background: label.color }} />;
}
