import { type OwnStatus, statusPatch } from '../../parts/own-statuses.ts';
import {
  changeTickets,
  inOneStep,
  placeTicket,
  readBoot,
  readRow,
  type TicketPatch,
} from '../../replica/index.ts';
import type { BoardField } from '../ticket-search.ts';
import { columnPatch } from './board-columns.ts';
import { placeInGap } from './drop-place.ts';
import type { SwimlaneField } from './swimlanes.ts';

export interface CardMove {
  /** The moved cards, in their new order. */
  moved: readonly string[];
  /** The sentence of the toast; without one there is no toast. */
  summary: string;
  /** The column: the field of the board and its value. */
  field: BoardField;
  value: string;
  /** The cards of the target before the move, and the gap among them. Absent if the order is not manual. */
  target?: { ids: readonly string[]; gap: number };
  /** The change of a field because the cards move to another swimlane. */
  swimlane?: { field: SwimlaneField; value: string | null };
}

/** Moves cards to a column, a manual place and a swimlane, in one step. The board shows it at once. */
export function moveCards({ moved, field, value, target, swimlane, summary }: CardMove): void {
  // A place and a status are sent together.
  const statuses = statusesOf(moved);
  const status = field === 'status' && target ? statusPatch(value, statuses) : {};
  inOneStep(summary, () => {
    if (swimlane) changeTickets(moved, swimlanePatch(swimlane), summary);
    if (field !== 'status' || !target) {
      const labelOrder = new Map(readBoot().labels.map(({ id }, index) => [id, index]));
      changeTickets(moved, (row) => columnPatch(row, field, value, labelOrder, statuses), summary);
    }
    if (!target) return;
    let place = placeInGap(target.ids, target.gap, new Set(moved));
    for (const id of moved) {
      placeTicket(id, { ...place, ...status }, summary);
      place = { after: id };
    }
  });
}

/** The statuses of the project, whose tickets a board has. */
function statusesOf([first]: readonly string[]): readonly OwnStatus[] | undefined {
  const projectId = readRow(first ?? '')?.projectId;
  return readBoot().projects.find(({ id }) => id === projectId)?.workflow?.statuses;
}

function swimlanePatch({ field, value }: { field: SwimlaneField; value: string | null }): TicketPatch {
  if (field === 'assignee') return { assigneeId: value };
  return field === 'parent' ? { parentId: value } : { groupId: value };
}
