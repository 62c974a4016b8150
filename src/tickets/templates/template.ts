import type { NewCriterion } from '../criteria/criterion.ts';
import { type ChoiceField, choiceFields, type Ticket } from '../fields/ticket-fields.ts';
import type { FieldValues } from '../own-fields/own-field.ts';

export const templateLimits = { templates: 100, nameLength: 60 };

/** What fixed values a template sets: the work has not begun, so neither status nor stage, and nothing to decide. */
export const templateChoices = choiceFields.filter(
  (name) => name !== 'status' && name !== 'stage' && name !== 'triage',
);
export type TemplateChoice = Exclude<ChoiceField, 'status' | 'stage' | 'triage'>;
type ContentChoices = { [N in TemplateChoice]?: NonNullable<Ticket[N]> };

/** What a new ticket gets from a template or a schedule. An absent field is left open. */
export interface TicketContent extends ContentChoices {
  title?: string;
  description?: string;
  assigneeId?: string;
  estimate?: number;
  labelIds?: string[];
  fields?: FieldValues;
  checklist?: string[];
  criteria?: NewCriterion[];
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
