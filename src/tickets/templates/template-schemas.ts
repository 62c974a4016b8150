import type { TOptional, TUnsafe } from 'typebox';
import { choice, id, nullable, timestamp, trimmed } from '../../platform/field-schemas.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { checklistTexts } from '../checklists/checklist-schemas.ts';
import { CriterionInput, criteriaInput } from '../criteria/criterion-schemas.ts';
import { fieldDeclaration, type Ticket } from '../fields/ticket-fields.ts';
import { fieldValues } from '../own-fields/own-field-schemas.ts';
import { TicketInput } from '../ticket-schemas.ts';
import { type TemplateChoice, type TicketTemplate, templateChoices, templateLimits } from './template.ts';

const { title, description, assigneeId, estimate, labelIds, fields } = TicketInput.properties;
const pickChoices = <S>(schemaOf: (name: TemplateChoice) => S) =>
  Object.fromEntries(templateChoices.map((name) => [name, schemaOf(name)]));

/** The input of callers. Every field is optional. */
export const ContentInput = Type.Object(
  {
    title: Type.Optional(nullable(title)),
    description,
    ...(pickChoices((name) => TicketInput.properties[name]) as Pick<
      typeof TicketInput.properties,
      TemplateChoice
    >),
    assigneeId,
    estimate,
    labelIds,
    fields,
    checklist: Type.Optional(nullable(checklistTexts())),
    criteria: Type.Optional(nullable(criteriaInput())),
  },
  { title: 'TicketContentInput' },
);

export const Content = Type.Object(
  {
    title: Type.Optional(Type.String({ examples: ['Weekly report'] })),
    description: Type.Optional(Type.String({ examples: ['What went well?'] })),
    ...(pickChoices((name) => Type.Optional(choice(fieldDeclaration(name).choices ?? []))) as {
      [N in TemplateChoice]: TOptional<TUnsafe<NonNullable<Ticket[N]>>>;
    }),
    assigneeId: Type.Optional(id()),
    estimate: Type.Optional(Type.Number({ examples: [3] })),
    labelIds: Type.Optional(Type.Array(id())),
    fields: Type.Optional(fieldValues()),
    checklist: Type.Optional(Type.Array(Type.String(), { examples: [['Tell support']] })),
    criteria: Type.Optional(Type.Array(CriterionInput)),
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
