import { id, nullable } from '../platform/field-schemas.ts';
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

export const presentPerson = ({ id: ref, name, image, isAgent, isActive }: PersonRow) => ({
  id: ref,
  name,
  image,
  isAgent: isAgent === 1,
  isActive: isActive === 1,
});

export const presentFoundPerson = ({ id: ref, name, image, isAgent, email }: FoundPersonRow) => ({
  id: ref,
  name,
  image,
  isAgent: isAgent === 1,
  email,
});
