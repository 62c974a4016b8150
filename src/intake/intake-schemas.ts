import { choice, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import { channelKinds, submissionLimits } from './channel.ts';

const { titleLength, textLength, nameLength, emailLength } = submissionLimits;

export const IntakeChannel = Type.Object(
  {
    kind: choice(channelKinds),
    url: Type.String({
      description: 'The page of the form, or the address that takes requests. Who knows it can send tickets',
      examples: ['https://docket.example.org/form/dkt_tri_3q2-7w'],
    }),
    createdAt: timestamp(),
  },
  { title: 'IntakeChannel' },
);

export const IntakeForm = Type.Object(
  { project: Type.String({ examples: ['Payments'], description: 'The name of the project' }) },
  { title: 'IntakeForm' },
);

export const FormInput = Type.Object(
  {
    title: trimmed(1, titleLength, { examples: ['The invoice shows yesterday’s rate'] }),
    text: Type.Optional(nullable(Type.String({ maxLength: textLength, examples: ['It happened at noon.'] }))),
    name: Type.Optional(Type.String({ maxLength: nameLength, examples: ['Grace Hopper'] })),
    email: Type.Optional(
      nullable(Type.String({ maxLength: emailLength, format: 'email', examples: ['grace@example.org'] })),
    ),
    website: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'Must be empty: only programs fill it in',
        examples: [''],
      }),
    ),
  },
  { title: 'IntakeSubmission' },
);

export const Received = Type.Object(
  {
    received: Type.Literal(true),
    key: Type.Optional(
      Type.String({ examples: ['PAY-12'], description: 'Of the ticket; absent for a form' }),
    ),
  },
  { title: 'Received' },
);

export const TicketSender = Type.Object(
  {
    kind: Type.Optional(choice(channelKinds)),
    name: Type.Optional(Type.String({ examples: ['Grace Hopper'] })),
    email: Type.Optional(Type.String({ examples: ['grace@example.org'] })),
    canBeTold: Type.Boolean({
      description: 'Whether `tellSender` of a decision sends them a mail',
      examples: [true],
    }),
  },
  { title: 'TicketSender', description: 'As they say themselves; Docket does not verify it' },
);
