import { choice, id } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { conflictKinds } from './merge-conflict.ts';

export const TicketName = Type.Object({
  id: id(),
  key: Type.Optional(Type.String({ examples: ['ABC-3'] })),
  title: Type.String(),
});

const lines = (description: string) =>
  Type.Optional(
    Type.Array(
      Type.Object({ from: Type.Integer({ examples: [12] }), to: Type.Integer({ examples: [14] }) }),
      { description, maxItems: 5 },
    ),
  );

export const FileConflict = Type.Object(
  {
    path: Type.String({ examples: ['src/main.ts'] }),
    kind: choice(conflictKinds, {
      description:
        'Both changed the same lines (`content`) or a binary file; one deleted what the other changed or renamed; or both renamed it',
    }),
    lines: lines('Where in the file of the branch, the first 5 places; absent unless lines conflict'),
    otherLines: lines('Where in the file of the other branch'),
  },
  { title: 'FileConflict' },
);
