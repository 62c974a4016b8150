import { id, nullable } from '../platform/field-schemas.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import type { FoundPerson as FoundPersonRow, Person as PersonRow } from './people-store.ts';

const shown = {
  id: id(),
  name: Type.String({ examples: ['Ada Lovelace'] }),
  image: nullable(Type.String()),
  isAgent: Type.Boolean({ description: 'The account of a software agent', examples: [false] }),
};

export const Person = Type.Object(
  {
    ...shown,
    isActive: Type.Boolean({ description: 'False: tickets can no longer be assigned', examples: [true] }),
  },
  { title: 'Person' },
);

export const FoundPerson = Type.Object(
  { ...shown, email: Type.String({ examples: ['ada@example.org'] }) },
  { title: 'FoundPerson' },
);

export const presentPerson = (person: PersonRow) => present(Person, person);

export const presentFoundPerson = (person: FoundPersonRow) => present(FoundPerson, person);
