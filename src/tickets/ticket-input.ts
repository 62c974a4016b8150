import type { NewCriterion } from './criteria/criterion.ts';
import {
  fieldDeclaration,
  type InputField,
  inputFields,
  type NullableField,
  type Ticket,
} from './fields/ticket-fields.ts';
import type { FieldInput } from './own-fields/set-field-values.ts';

type InputFields = Pick<Ticket, InputField>;

export type NewTicket = { title: string } & {
  [N in InputField]?: Ticket[N] | null | undefined;
} & {
  /** An id that the client made. */
  id?: string | null | undefined;
  workspaceId?: string | null | undefined;
  labelIds?: string[] | null | undefined;
  fields?: FieldInput | null | undefined;
  /** The id or the name of a template, which fills absent fields and an empty title. */
  template?: string | null | undefined;
  checklist?: string[] | null | undefined;
  criteria?: NewCriterion[] | null | undefined;
  /** Where it comes in the order by hand; last by default. */
  position?: 'first' | 'last' | undefined;
};

export type TicketChanges = { [N in InputField]?: Ticket[N] | undefined } & {
  /** Ids or names. Replaces the labels of the ticket. */
  labelIds?: string[] | undefined;
  /** Ids or names. Adds these labels. */
  addLabels?: string[] | undefined;
  /** Ids or names. Removes these labels. */
  removeLabels?: string[] | undefined;
  /** Closes the ticket even if it has open children, or, with a reason, if gates of the project ask for more. */
  force?: boolean | undefined;
  /** Why the ticket is done although something is missing. */
  reason?: string | null | undefined;
  fields?: FieldInput | null | undefined;
};

/** The nullable input fields, all null. */
export const emptyFields = Object.fromEntries(
  inputFields.filter((name) => fieldDeclaration(name).nullable).map((name) => [name, null]),
) as { [N in InputField & NullableField]: null };

/** The input fields of a new ticket. An absent, null or empty field gets its initial value. */
export const initialFields: (input: NewTicket) => InputFields = compileFields('input', (name) => {
  if (name === 'title') return 'input.title';
  const initial = JSON.stringify(fieldDeclaration(name).initial ?? null);
  return `(input.${name} === '' ? null : input.${name}) ?? ${initial}`;
});

/** The input fields after a change. An absent field stays; null and an empty text clear a nullable field. */
export const changedFields: (before: Ticket, input: TicketChanges) => InputFields = compileFields(
  'before, input',
  (name) => `input.${name} === undefined ? before.${name} : input.${name} === '' ? null : input.${name}`,
);

/**
 * Compiled to an object literal: an object that a loop fills is a hash table, of which every copy takes 13 µs. Field
 * names come from `ticketFields`, never from a caller.
 */
function compileFields(parameters: string, expression: (name: InputField) => string) {
  const fields = inputFields.map((name) => `${name}: ${expression(name)}`);
  return new Function(parameters, `return { ${fields.join(', ')} };`) as () => InputFields;
}
