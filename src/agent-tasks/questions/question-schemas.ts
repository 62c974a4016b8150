import { choice, id, nullable, trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { subjectTypes } from './subject.ts';

const text = (max: number, options: object = {}) => trimmed(1, max, options);
const version = (options: object = {}) =>
  Type.Unsafe<number | string>({ type: ['integer', 'string'], maxLength: 200, examples: [7], ...options });

const subjectFields = {
  type: choice(subjectTypes),
  id: Type.Optional(id({ maxLength: 200 })),
  version: Type.Optional(version()),
  sha: Type.Optional(Type.String({ pattern: '^[0-9a-f]{7,64}$', examples: ['1a2b3c4'] })),
  url: Type.Optional(
    Type.String({
      maxLength: 2_000,
      format: 'uri',
      pattern: '^https?://',
      examples: ['https://github.com/acme/app/pull/12'],
    }),
  ),
  text: Type.Optional(text(16_000, { examples: ['Delete the table of former prices.'] })),
};

export const Subject = Type.Object(subjectFields, {
  title: 'AgentTaskSubject',
  description: 'What an approval is about, in one version; of a ticket that at the time of the question',
});

export const exampleForm = {
  type: 'object',
  properties: { branch: { type: 'string', title: 'Branch', enum: ['main', 'next'] } },
  required: ['branch'],
};
export const FormInput = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'A flat JSON Schema of type `object`: strings (`enum`, `enumNames` or `oneOf`, `format` email, uri, date or date-time, `minLength`, `maxLength`), numbers and integers (`minimum`, `maximum`), booleans; each with `title`, `description` and `default`; at most 20 of them. Nothing deeper',
  examples: [exampleForm],
});

const answerFields = {
  text: Type.Optional(Type.String({ examples: ['main'] })),
  values: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'By the names of the form',
      examples: [{ branch: 'main' }],
    }),
  ),
  approve: Type.Optional(Type.Boolean()),
  reason: Type.Optional(Type.String()),
  version: Type.Optional(version({ description: 'The version of the subject that was decided about' })),
};
/** The typed answer to the last question. */
export const Answer = Type.Object(answerFields, {
  title: 'AgentTaskAnswer',
  description: 'The answer to the last question: `text`, `values` of a form, or `approve` with a reason',
});

export const AnswerInput = Type.Object(
  {
    answer: Type.Optional(
      nullable(text(16_000, { description: 'To a question in words', examples: ['main'] })),
    ),
    values: Type.Optional(
      nullable(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'To a question with a form, by the names of its fields',
          examples: [{ branch: 'main' }],
        }),
      ),
    ),
    approve: Type.Optional(nullable(Type.Boolean({ description: 'To an approval' }))),
    reason: Type.Optional(nullable(text(8_000, { description: 'Why you approve or reject' }))),
    version: Type.Optional(
      version({
        type: ['integer', 'string', 'null'],
        description: 'The version that you saw, if what you decide about has changed since',
      }),
    ),
  },
  { examples: [{ answer: 'main' }] },
);
