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
export function initialFields(input: NewTicket): InputFields {
  const fields: Partial<Record<InputField, unknown>> = { ...emptyFields };
  for (const name of inputFields) {
    const value = input[name];
    fields[name] = (value === '' ? null : value) ?? fieldDeclaration(name).initial ?? null;
  }
  return { ...(fields as InputFields), title: input.title };
}

/** The input fields after a change. An absent field stays; null and an empty text clear a nullable field. */
export function changedFields(before: Ticket, input: TicketChanges): InputFields {
  const fields: Partial<Record<InputField, unknown>> = {};
  for (const name of inputFields) {
    const value = input[name];
    fields[name] = value === undefined ? before[name] : value === '' ? null : value;
  }
  return fields as InputFields;
}
