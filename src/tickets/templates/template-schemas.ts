import { choice, id, nullable, timestamp, trimmed } from '../../platform/field-schemas.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { checklistTexts } from '../checklists/checklist-schemas.ts';
import { fieldValues } from '../own-fields/own-field-schemas.ts';
import { ticketPriorities, ticketTypes } from '../ticket.ts';
import { TicketInput } from '../ticket-schemas.ts';
import { type TicketTemplate, templateLimits } from './template.ts';

const { title, description, type, priority, assigneeId, estimate, labelIds, fields } = TicketInput.properties;

/** The input of callers. Every field is optional. */
export const ContentInput = Type.Object(
  {
    title: Type.Optional(nullable(title)),
    description,
    type,
    priority,
    assigneeId,
    estimate,
    labelIds,
    fields,
    checklist: Type.Optional(nullable(checklistTexts())),
  },
  { title: 'TicketContentInput' },
);

export const Content = Type.Object(
  {
    title: Type.Optional(Type.String({ examples: ['Weekly report'] })),
    description: Type.Optional(Type.String({ examples: ['What went well?'] })),
    type: Type.Optional(choice(ticketTypes)),
    priority: Type.Optional(choice(ticketPriorities)),
    assigneeId: Type.Optional(id()),
    estimate: Type.Optional(Type.Number({ examples: [3] })),
    labelIds: Type.Optional(Type.Array(id())),
    fields: Type.Optional(fieldValues()),
    checklist: Type.Optional(Type.Array(Type.String(), { examples: [['Tell support']] })),
  },
  { title: 'TicketContent', description: 'An absent field says nothing' },
);

export const Template = Type.Object(
  {
    id: id(),
    projectId: id(),
    name: Type.String({ examples: ['Bug report'] }),
    ticket: Content,
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'TicketTemplate' },
);

const name = () => trimmed(1, templateLimits.nameLength, { examples: ['Bug report'] });
export const TemplateInput = Type.Object({ name: name(), ticket: Type.Optional(ContentInput) });
export const TemplatePatch = Type.Object({
  name: Type.Optional(name()),
  ticket: Type.Optional(ContentInput),
});

export const presentTemplate = (template: TicketTemplate) =>
  present(Template, template, { ticket: template.content });
