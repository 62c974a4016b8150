import { type FieldDeclaration, ticketFields } from './ticket-fields.ts';

/** How history sentences name what is not a field of `ticketFields`. */
const otherWords: Record<string, string> = {
  labelIds: 'labels',
  blocks: 'what it blocks',
  blocked_by: 'what blocks it',
  relates: 'related tickets',
  duplicates: 'what it duplicates',
  duplicated_by: 'its duplicates',
};
const declarations: Record<string, FieldDeclaration> = ticketFields;

/** `status, due date`: the names of the changed fields. */
export const describeChanges = (changes: object) =>
  Object.keys(changes)
    .map((field) => declarations[field]?.word ?? otherWords[field] ?? field)
    .join(', ');
