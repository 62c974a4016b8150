import { choice, id, nullable, timestamp, trimmed } from '../../platform/field-schemas.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import type { OwnField as Field, FieldValue, FieldValues } from './own-field.ts';
import { isActive, ownFieldLimits, ownFieldTypes } from './own-field.ts';

const color = () => Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#d73a4a'] });
const optionName = () => trimmed(1, 100, { examples: ['ACME'] });

/** A value of any type. */
const fieldValue = (options: object = {}) =>
  Type.Unsafe<FieldValue | null>({
    type: ['string', 'number', 'boolean', 'array', 'null'],
    items: { type: 'string' },
    ...options,
  });

const exampleValues = { '01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d': 'ACME' };

/** The values of a ticket in answers. */
export const fieldValues = () =>
  Type.Unsafe<FieldValues>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'array'], items: { type: 'string' } },
    description: 'The values of the project’s own fields, by the id of the field',
    examples: [exampleValues],
  });

/** The values of a ticket in input. Use cases check them, because only the database knows the fields. */
export const fieldInput = () =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    maxProperties: ownFieldLimits.activeFields,
    description:
      'Values of the project’s own fields, by the id or the name of the field; null clears one. Options by id or name, a person by id, e-mail address or `me`, a date as 2026-01-31',
    examples: [{ Customer: 'ACME' }],
  });

/** The values of one ticket with the names of their fields. */
export const NamedFieldValue = Type.Object(
  {
    fieldId: id(),
    name: Type.String({ examples: ['Customer'] }),
    type: choice(ownFieldTypes),
    value: fieldValue({ examples: ['ACME'] }),
    text: Type.String({
      description: 'The value in words: the names of options and people',
      examples: ['ACME'],
    }),
  },
  { title: 'NamedFieldValue' },
);

const FieldOption = Type.Object(
  {
    id: id({ description: 'Stays when the option is renamed' }),
    name: Type.String({ examples: ['ACME'] }),
    color: color(),
    archived: Type.Boolean({ description: 'Tickets keep it, but none gets it', examples: [false] }),
  },
  { title: 'FieldOption' },
);

export const FieldOptions = Type.Array(FieldOption);

export const OwnField = Type.Object(
  {
    id: id(),
    projectId: id(),
    name: Type.String({ examples: ['Customer'] }),
    type: choice(ownFieldTypes),
    description: Type.Optional(Type.String({ examples: ['Who reported it'] })),
    required: Type.Boolean({ examples: [false] }),
    default: fieldValue({ examples: ['ACME'] }),
    options: FieldOptions,
    position: Type.Integer({ examples: [0] }),
    archived: Type.Boolean({ examples: [false] }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'OwnField' },
);

const changeable = {
  description: Type.Optional(nullable(Type.String({ maxLength: 500, examples: ['Who reported it'] }))),
  required: Type.Optional(
    Type.Boolean({ description: 'A new ticket needs a value, and none can clear it', default: false }),
  ),
  default: Type.Optional(
    fieldValue({ description: 'The value of new tickets that give none', examples: ['ACME'] }),
  ),
  options: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Optional(id({ description: 'Of an existing option; a new one has none' })),
        name: optionName(),
        color: Type.Optional(nullable(color())),
        archived: Type.Optional(Type.Boolean()),
      }),
      {
        maxItems: ownFieldLimits.options,
        description: 'Of a select or multi-select, in order. An option that is left out is archived',
        examples: [[{ name: 'ACME' }, { name: 'Initech' }]],
      },
    ),
  ),
  position: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: 'Its place among the fields, from 0',
      examples: [0],
    }),
  ),
};
const name = () => trimmed(1, 60, { examples: ['Customer'] });

export const OwnFieldInput = Type.Object(
  { name: name(), type: choice(ownFieldTypes), ...changeable },
  { examples: [{ name: 'Customer', type: 'text', required: false }] },
);

export const OwnFieldPatch = Type.Object({
  name: Type.Optional(name()),
  ...changeable,
  archived: Type.Optional(Type.Boolean({ description: 'False restores it', examples: [false] })),
});

export const presentOwnField = (field: Field) =>
  present(OwnField, field, { default: field.defaultValue, archived: !isActive(field) });
