import { type FieldDeclaration, ticketFields } from '../fields/ticket-fields.ts';

/** The words in history sentences for what is not in `ticketFields`. */
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

/** The names of the changed fields: `status, due date, Customer`. */
export const describeChanges = (changes: object) =>
  [
    ...new Set(
      Object.entries(changes as Record<string, { described?: { name: string }[] }>).flatMap(
        ([field, { described }]) =>
          described
            ? described.map(({ name }) => name)
            : (declarations[field]?.word ?? otherWords[field] ?? field),
      ),
    ),
  ].join(', ');
