import { id, nullable } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';

/** The fields of a user that everyone may see. */
export const PublicUser = Type.Object(
  {
    id: id(),
    name: Type.String(),
    email: Type.String(),
    image: nullable(Type.String()),
  },
  {
    title: 'PublicUser',
    examples: [
      {
        id: '01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d',
        name: 'Ada Lovelace',
        email: 'ada@example.org',
        image: null,
      },
    ],
  },
);
