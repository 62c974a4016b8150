import {
  defineInsert,
  escapeLike,
  type Insert,
  type Queries,
  sql,
  statement,
} from '../../platform/db/index.ts';
import type { FieldKey } from './field-keys.ts';

/** A stored value of a ticket, by which filters find it. */
export interface StoredKey extends FieldKey {
  ticketId: string;
  fieldId: string;
}

export const insertFieldKeys: Insert<StoredKey> = defineInsert(
  'ticket_field_values',
  'ticketId fieldId item',
  {
    text_key: ({ text }) => text,
    number_key: ({ number }) => number,
    text_folded: ({ folded }) => folded,
  },
);

export const deleteFieldKeys = sql.send<{ ticketId: string; fieldIds: string[] }>(
  'delete from ticket_field_values where ticket_id = :ticketId and field_id in :fieldIds[]',
);

const textKeys = statement<{ fieldIds: string[]; prefix: string; limit: number }, { text: string }>(`
  select distinct fv.text_key as text from ticket_field_values fv
  where fv.field_id in :fieldIds[] and fv.text_key like :prefix escape '!' and fv.text_key not like 'sha256:%'
  order by text limit :limit`);
/** Lists case-folded texts in these fields that begin with a prefix, without long ones. */
export const listTextKeys = async (queries: Queries, fieldIds: string[], prefix: string, limit: number) =>
  (await queries.list(textKeys, { fieldIds, prefix: `${escapeLike(prefix)}%`, limit })).map(
    ({ text }) => text,
  );
