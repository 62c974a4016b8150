import { type TicketFieldInfo, ticketFields } from '../../../../sdk/ticket-fields.ts';
import type { TicketPatch, TicketRow } from '../../../replica/index.ts';
import type { Change } from './stream.ts';

/** The patch that reverts one change; undefined if nothing would change. Labels that were added or removed later stay. */
export function putBack({ field, from, to }: Change, row: TicketRow): TicketPatch | undefined {
  if (field === 'labelIds') return putLabelsBack(row.labelIds, listOf(from), listOf(to));
  const isInput = (ticketFields as Record<string, TicketFieldInfo>)[field]?.isInput;
  if (!isInput || row[field as keyof TicketRow] === from) return undefined;
  return { [field]: from };
}

function putLabelsBack(now: string[], from: string[], to: string[]): TicketPatch | undefined {
  const added = to.filter((id) => !from.includes(id));
  const removed = from.filter((id) => !to.includes(id) && !now.includes(id));
  const labelIds = [...now.filter((id) => !added.includes(id)), ...removed];
  return labelIds.length === now.length && labelIds.every((id) => now.includes(id))
    ? undefined
    : { labelIds };
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value : []);
