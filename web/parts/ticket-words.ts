import {
  closedStatuses,
  type TicketFieldInfo,
  ticketFields,
  ticketFilters,
} from '../../sdk/ticket-fields.ts';
import { type TicketStatus, ticketStatuses } from '../../sdk/values.ts';
import { m } from '../messages/index.ts';

export type { TicketPriority, TicketStatus, TicketType } from '../../sdk/values.ts';
export { ticketStatuses };

type Fields = typeof ticketFields;
/** The fields with fixed values. */
export type ChoiceField = {
  [Name in keyof Fields]: Fields[Name] extends { kind: 'choice' } ? Name : never;
}[keyof Fields];
export type Choice<Field extends ChoiceField> = Fields[Field]['choices'][number];
/** What the values of each field are called. */
export type ChoiceWords = { [Field in ChoiceField]: Record<Choice<Field>, string> };

const choiceFields = (Object.keys(ticketFields) as ChoiceField[]).filter(
  (name) => ticketFields[name].kind === 'choice',
);
/** Fields whose values can be compared, such as the priority. */
type RankField = {
  [Name in ChoiceField]: (typeof ticketFilters)[Name]['kind'] extends 'rank' ? Name : never;
}[ChoiceField];
export const rankFields = choiceFields.filter(
  (name): name is RankField => ticketFilters[name].kind === 'rank',
);
export const isRankField = (name: string): name is RankField =>
  (rankFields as readonly string[]).includes(name);
/** The other fields with fixed values, besides the status, and the triage, which verbs change. */
export const plainFields = choiceFields.filter(
  (name) => name !== 'status' && name !== 'triage' && !isRankField(name),
);
export const isChoiceField = (name: string): name is ChoiceField =>
  (choiceFields as readonly string[]).includes(name);

/** The choices in the order of menus and groups: values that can be compared begin with the highest. */
export function choicesOf<Field extends ChoiceField>(field: Field): readonly Choice<Field>[] {
  const choices: readonly Choice<Field>[] = ticketFields[field].choices;
  return isRankField(field) ? choices.toReversed() : choices;
}

export const isNullable = (field: ChoiceField): boolean =>
  (ticketFields[field] as TicketFieldInfo).nullable === true;

export const choiceLabel = (field: ChoiceField, value: string | null): string =>
  value === null ? m.fields.noChoice : ((m.fields.choices[field] as Record<string, string>)[value] ?? value);

export const statusLabel = (status: TicketStatus): string => choiceLabel('status', status);

/** The word for a field, or for a filter, column or order by it, which may differ. */
export const fieldWord = (name: string, own: Record<string, string> = {}): string =>
  own[name] ?? ((m.fields as Record<string, unknown>)[name] as string | undefined) ?? name;

export const isClosed = ({ status }: { status: TicketStatus }): boolean =>
  (closedStatuses as readonly string[]).includes(status);
