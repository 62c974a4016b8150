import { newId } from '../../platform/ids.ts';

export const checklistLimits = { items: 200, textLength: 500 };

/** An item of a ticket's checklist. */
export interface ChecklistItem {
  id: string;
  ticketId: string;
  /** Counted from 0, without gaps. */
  position: number;
  text: string;
  done: boolean;
  assigneeId: string | null;
  createdAt: number;
  updatedAt: number;
}

/** An item with its assignee, for answers. */
export interface ChecklistEntry extends ChecklistItem {
  assigneeName: string | null;
  assigneeEmail: string | null;
  assigneeImage: string | null;
}

/** The items of a new checklist, none of which is done. */
export const newChecklist = (ticketId: string, texts: string[], now: number): ChecklistItem[] =>
  texts.map((text, position) => ({
    id: newId(now),
    ticketId,
    position,
    text,
    done: false,
    assigneeId: null,
    createdAt: now,
    updatedAt: now,
  }));
