import { dynamicStatement, type Statement } from '../../platform/db/index.ts';
import type { StoredTicketRow } from './stored-ticket-row.ts';
import { escapedText, type PackedRows, valueSeparator } from './ticket-columns.ts';
import { fieldExpression, type RowField, rowFields } from './ticket-fields.ts';

/** What a list selects for each ticket `t`. */
export interface TicketSelect<Row> {
  /** The joins that the columns need besides `tickets t`. */
  joins: string;
  /** `source` is the SQL after `from`. */
  statementOf: (source: string) => Statement<object, Row>;
}

const rowExpressions = {
  ...(Object.fromEntries(rowFields.map((name) => [name, fieldExpression(name)])) as Record<RowField, string>),
  commentCount: 't.comment_count',
  attachmentCount: 't.attachment_count',
  timeLogCount: 't.time_log_count',
  projectKey: 'p.key',
  workspaceId: 'coalesce(p.workspace_id, t.home_id)',
  labelIds: 't.label_ids',
} satisfies Record<keyof StoredTicketRow, string>;

const writeColumns = (write: (expression: string, name: keyof StoredTicketRow) => string) =>
  Object.entries(rowExpressions)
    .map(([name, expression]) => `${write(expression, name as keyof StoredTicketRow)} as "${name}"`)
    .join();

const rowColumns = writeColumns((expression) => expression);

export const rowSelect: TicketSelect<StoredTicketRow> = {
  joins: 'left join projects p on p.id = t.project_id',
  statementOf: (source) => dynamicStatement<object, StoredTicketRow>(`select ${rowColumns} from ${source}`),
};

const packedColumns = writeColumns(
  (expression, name) =>
    `string_agg(${name === 'title' ? escapedText(expression) : `coalesce(cast(${expression} as text), '')`}, '${valueSeparator}')`,
);

/**
 * Selects the same for thousands of tickets in a single row, which has all values of a field in one text. Both engines
 * and their drivers need half the time of separate rows with 27 values.
 */
export const packedSelect: TicketSelect<PackedRows> = {
  joins: rowSelect.joins,
  statementOf: (source) => dynamicStatement<object, PackedRows>(`select ${packedColumns} from ${source}`),
};
