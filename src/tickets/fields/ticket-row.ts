import type { TUnsafe } from 'typebox';
import { choice, id, nullable } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { presentCounts } from '../present-ticket.ts';
import { ticketKey } from '../ticket.ts';
import { answerSchema, Counts } from '../ticket-schemas.ts';
import { type NullableWireFields, newNullPresenter } from './present-fields.ts';
import type { StoredTicketRow } from './stored-ticket-row.ts';
import { fieldDeclaration, type RowField, rowFields } from './ticket-fields.ts';

type FieldSchemas = { [N in RowField]: TUnsafe<NullableWireFields<RowField>[N]> };
const fieldSchemas = Object.fromEntries(
  rowFields.map((name) => {
    const field = fieldDeclaration(name);
    return [name, field.nullable ? nullable(answerSchema(field)) : answerSchema(field)];
  }),
) as FieldSchemas;

/**
 * The compact form of a ticket in lists, in synchronization and in events: what a client needs to filter, sort and draw
 * it. Every field is present. It has no description, and people only as ids.
 */
export const TicketRow = Type.Object(
  {
    ...fieldSchemas,
    key: nullable(Type.String({ examples: ['PAY-12'] })),
    workspaceId: id(),
    labelIds: Type.Array(id(), { description: 'Sorted by id' }),
    counts: Counts,
  },
  { title: 'TicketRow' },
);

export const presentTicketRow = newNullPresenter(rowFields, {
  key: ({ projectKey, number }: StoredTicketRow) => ticketKey(projectKey, number) ?? null,
  workspaceId: (row: StoredTicketRow) => row.workspaceId,
  labelIds: ({ labelIds }: StoredTicketRow) => (labelIds === null ? [] : labelIds.split(',')),
  counts: (row: StoredTicketRow) => presentCounts(row),
});

/** The query parameter of lists and searches that return compact rows on request. */
export const fieldsQuery = {
  fields: Type.Optional(
    choice(['row'], { description: '`row`: compact rows (`TicketRow`) instead of ticket items' }),
  ),
};
