import type { Ticket } from '../fields/ticket-fields.ts';
import type { FieldValues } from '../own-fields/own-field.ts';

export const templateLimits = { templates: 100, nameLength: 60 };

/** What a new ticket gets from a template or a schedule. An absent field is left open. */
export interface TicketContent {
  title?: string;
  description?: string;
  type?: Ticket['type'];
  priority?: Ticket['priority'];
  assigneeId?: string;
  estimate?: number;
  labelIds?: string[];
  fields?: FieldValues;
  checklist?: string[];
}

/** A prepared ticket that the members of a project create more than once. */
export interface TicketTemplate {
  id: string;
  projectId: string;
  name: string;
  content: TicketContent;
  createdAt: number;
  updatedAt: number;
}
