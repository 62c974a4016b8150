import type { Static } from 'typebox';
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

type UserColumns<P extends string> = Record<`${P}Id` | `${P}Name` | `${P}Email` | `${P}Image`, string | null>;

/** The user whose fields the row has under names with this prefix: `ownerId`, `ownerName`, `ownerEmail`, `ownerImage`. */
export const userIn = <P extends string, Row extends UserColumns<P>>(
  row: Row,
  prefix: P,
): Static<typeof PublicUser> | Extract<Row[`${P}Id`], null> => {
  const columns: Record<string, string | null> = row;
  const userId = columns[`${prefix}Id`];
  if (userId === null || userId === undefined) return null as Extract<Row[`${P}Id`], null>;
  return {
    id: userId,
    name: columns[`${prefix}Name`] ?? '',
    email: columns[`${prefix}Email`] ?? '',
    image: columns[`${prefix}Image`] ?? null,
  };
};
