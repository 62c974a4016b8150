import type { TicketStatus } from '../../parts/ticket-words.ts';
import { changeTickets, inOneStep, placeTicket, type TicketPatch } from '../../replica/index.ts';
import { placeInGap } from './drop-place.ts';
import type { SwimlaneField } from './swimlanes.ts';

export interface CardMove {
  /** The moved cards, in their new order. */
  moved: readonly string[];
  /** The sentence of the toast; without one there is no toast. */
  summary: string;
  status: TicketStatus;
  /** The cards of the target before the move, and the gap among them. Absent if the order is not manual. */
  target?: { ids: readonly string[]; gap: number };
  /** The change of a field because the cards move to another swimlane. */
  swimlane?: { field: SwimlaneField; value: string | null };
}

/** Moves cards to a status, a manual place and a swimlane, in one step. The board shows it at once. */
export function moveCards({ moved, status, target, swimlane, summary }: CardMove): void {
  inOneStep(summary, () => {
    if (swimlane) changeTickets(moved, swimlanePatch(swimlane), summary);
    if (!target) return changeTickets(moved, { status }, summary);
    let place = placeInGap(target.ids, target.gap, new Set(moved));
    for (const id of moved) {
      placeTicket(id, { ...place, status }, summary);
      place = { after: id };
    }
  });
}

function swimlanePatch({ field, value }: { field: SwimlaneField; value: string | null }): TicketPatch {
  if (field === 'assignee') return { assigneeId: value };
  return field === 'parent' ? { parentId: value } : { groupId: value };
}
