import type { TicketPriority, TicketType } from '../ticket-words.ts';
import { PriorityIcon } from './priority-icon.tsx';
import { StatusIcon } from './status-icon.tsx';
import { TypeIcon } from './type-icon.tsx';

/** The shape of a value, for the fields whose values have one. */
export function ChoiceIcon({ field, value }: { field: string; value: string }) {
  if (field === 'status') return <StatusIcon status={value} />;
  if (field === 'priority') return <PriorityIcon priority={value as TicketPriority} />;
  return field === 'type' ? <TypeIcon type={value as TicketType} /> : null;
}
