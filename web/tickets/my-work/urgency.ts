import { choicesOf } from '../../parts/ticket-words.ts';
import { readRow, type TicketRow } from '../../replica/index.ts';

/** Sorts by due date, then what is planned before the backlog, then by priority. `_version` is that of the rows which are read. */
export const byUrgency = (ids: readonly string[], _version: number): string[] =>
  ids
    .flatMap((id) => readRow(id) ?? [])
    .sort(
      (a, b) =>
        (a.dueDate ?? '9').localeCompare(b.dueDate ?? '9') ||
        Number(a.status === 'backlog') - Number(b.status === 'backlog') ||
        rankOf(a) - rankOf(b),
    )
    .map(({ id }) => id);

const rankOf = ({ priority }: TicketRow) => choicesOf('priority').indexOf(priority);
