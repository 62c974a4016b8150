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
  /** Made by the client. */
  id?: string | null | undefined;
  workspaceId?: string | null | undefined;
  labelIds?: string[] | null | undefined;
  fields?: FieldInput | null | undefined;
  /** The id or the name of a template; what is absent comes from it, and so does an empty title. */
  template?: string | null | undefined;
  checklist?: string[] | null | undefined;
};

export type TicketChanges = { [N in InputField]?: Ticket[N] | undefined } & {
  /** Ids or names; the labels of the ticket are these. */
  labelIds?: string[] | undefined;
  /** Ids or names; the labels of the ticket are these as well. */
  addLabels?: string[] | undefined;
  /** Ids or names; the labels of the ticket are not these. */
  removeLabels?: string[] | undefined;
  /** Closes the ticket even over open children. */
  force?: boolean | undefined;
  fields?: FieldInput | null | undefined;
};

/** The nullable input fields of a ticket for which nothing was given. */
export const emptyFields = Object.fromEntries(
  inputFields.filter((name) => fieldDeclaration(name).nullable).map((name) => [name, null]),
) as { [N in InputField & NullableField]: null };

/** The input fields of a new ticket. What is absent, null or an empty text gets the field's initial value. */
export function initialFields(input: NewTicket): InputFields {
  const fields: Partial<Record<InputField, unknown>> = { ...emptyFields };
  for (const name of inputFields) {
    const value = input[name];
    fields[name] = (value === '' ? null : value) ?? fieldDeclaration(name).initial ?? null;
  }
  return { ...(fields as InputFields), title: input.title };
}

/** The input fields after a change. What is absent stays; null and an empty text clear a nullable field. */
export function changedFields(before: Ticket, input: TicketChanges): InputFields {
  const fields: Partial<Record<InputField, unknown>> = {};
  for (const name of inputFields) {
    const value = input[name];
    fields[name] = value === undefined ? before[name] : value === '' ? null : value;
  }
  return fields as InputFields;
}
