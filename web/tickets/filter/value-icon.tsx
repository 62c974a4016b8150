import { Avatar } from '../../parts/display/avatar.tsx';
import { PriorityIcon } from '../../parts/icons/priority-icon.tsx';
import { StatusIcon } from '../../parts/icons/status-icon.tsx';
import { TypeIcon } from '../../parts/icons/type-icon.tsx';
import type { TicketPriority, TicketStatus, TicketType } from '../../parts/ticket-words.ts';
import { useLabel, useMe, usePerson } from '../../replica/index.ts';
import type { ListFilter } from '../ticket-search.ts';

/** What stands before a value: the shape of a status, the face of a person, the colour of a label. */
export function ValueIcon({ filter, value }: { filter: ListFilter; value: string }) {
  switch (filter) {
    case 'status':
      return <StatusIcon status={value as TicketStatus} />;
    case 'priority':
      return <PriorityIcon priority={value as TicketPriority} />;
    case 'type':
      return <TypeIcon type={value as TicketType} />;
    case 'assignee':
    case 'reporter':
      return <PersonIcon value={value} />;
    case 'label':
      return <LabelDot id={value} />;
    default:
      return null;
  }
}

function PersonIcon({ value }: { value: string }) {
  const me = useMe();
  const found = usePerson(value);
  const person = value === 'me' ? me : found;
  return (
    <Avatar size="small" id={person?.id} name={person?.name} image={person?.image} agent={person?.isAgent} />
  );
}

function LabelDot({ id }: { id: string }) {
  const label = useLabel(id);
  return <span className="label-chip-dot" style={label && { background: label.color }} />;
}
