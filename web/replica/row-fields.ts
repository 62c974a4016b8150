import { type TicketFieldInfo, ticketFields } from '../../sdk/ticket-fields.ts';
import type { TicketRow } from './types.ts';

type Fields = typeof ticketFields;
type FieldsWith<Part> = { [Name in keyof Fields]: Fields[Name] extends Part ? Name : never }[keyof Fields];

/** The fields of a row that the field table declares. Key, workspace, labels and counts come from elsewhere. */
export type RowField = FieldsWith<{ isInRows: true }>;
/** The fields of a row that a person can change. */
export type InputField = FieldsWith<{ isInRows: true; isInput: true }>;
/** Fields with the id of a group, milestone or own status, which may be deleted. */
type GroupField = FieldsWith<{ of: 'group' | 'milestone' | 'ownStatus' }>;

export const fieldInfo = (name: string): TicketFieldInfo | undefined =>
  (ticketFields as Record<string, TicketFieldInfo>)[name];

const fieldsWhere = <Name extends keyof Fields>(matches: (field: TicketFieldInfo) => unknown) =>
  (Object.keys(ticketFields) as Name[]).filter((name) => matches(ticketFields[name]));

export const rowFields = fieldsWhere<RowField>(({ isInRows }) => isInRows);
export const groupFields = fieldsWhere<GroupField>(
  ({ of }) => of === 'group' || of === 'milestone' || of === 'ownStatus',
);

/** The initial values of the fields of a row. */
export const initialFields = () =>
  Object.fromEntries(rowFields.map((name) => [name, fieldInfo(name)?.initial ?? null])) as Pick<
    TicketRow,
    RowField
  >;
