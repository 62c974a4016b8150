import { type FieldDeclaration, ticketFields } from '../fields/ticket-fields.ts';

/** How history sentences name what is not a field of `ticketFields`. */
const otherWords: Record<string, string> = {
  labelIds: 'labels',
  workspaceId: 'workspace',
  blocks: 'blocked tickets',
  blocked_by: 'blocking tickets',
  relates: 'related tickets',
  duplicates: 'duplicated tickets',
  duplicated_by: 'duplicates',
};
const declarations: Record<string, FieldDeclaration> = ticketFields;

/** `status, due date, Customer`: the names of the changed fields. */
export const describeChanges = (changes: object) =>
  Object.entries(changes as Record<string, { described?: { name: string }[] }>)
    .flatMap(([field, { described }]) =>
      described
        ? described.map(({ name }) => name)
        : (declarations[field]?.word ?? otherWords[field] ?? field),
    )
    .join(', ');
