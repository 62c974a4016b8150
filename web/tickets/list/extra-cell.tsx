import { formatDay } from '../../parts/dates/dates.ts';
import { choiceLabel, isChoiceField } from '../../parts/ticket-words.ts';
import type { TicketRow } from '../../replica/index.ts';
import { isOwnField, type ListColumn, type OwnFieldKey, ownFieldId } from '../ticket-search.ts';
import { ownValueText, useOwnFields } from './own-columns.ts';

/** The content of a column that is shown on request: type, estimate, creation, own fields. */
export function ExtraCell({ column, row }: { column: ListColumn; row: TicketRow }) {
  if (isOwnField(column)) return <OwnCell column={column} row={row} />;
  if (column === 'estimate') return row.estimate;
  if (column === 'created') return formatDay(row.createdAt.slice(0, 10));
  return isChoiceField(column) ? choiceLabel(column, row[column]) : null;
}

function OwnCell({ column, row }: { column: OwnFieldKey; row: TicketRow }) {
  const fields = useOwnFields(row.projectId ?? undefined);
  const id = ownFieldId(column);
  return ownValueText(
    fields.find((field) => field.id === id),
    row.fields?.[id],
  );
}
