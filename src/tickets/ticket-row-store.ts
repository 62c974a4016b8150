import { dynamicStatement, type Statement } from '../platform/db/index.ts';
import { labelIdsColumn } from './labels/label-store.ts';
import type { Ticket } from './ticket.ts';
import { fieldExpression, type RowField, rowFields } from './ticket-fields.ts';
import type { TicketCounts } from './ticket-store.ts';

/** What a list reads of each ticket `t`. */
export interface TicketSelect<Row> {
  /** The joins that the columns need besides `tickets t`. */
  joins: string;
  /** `source` is the SQL after `from`. */
  statementOf: (source: string) => Statement<object, Row>;
}

export type StoredTicketRow = Pick<Ticket, RowField> &
  Omit<TicketCounts, 'labelCount'> & {
    projectKey: string | null;
    workspaceId: string;
    /** Separated by commas, sorted; null for a ticket without labels. */
    labelIds: string | null;
  };

const rowColumns = `${rowFields.map((name) => `${fieldExpression(name)} as "${name}"`).join()},
  t.comment_count as "commentCount", t.attachment_count as "attachmentCount", t.time_log_count as "timeLogCount",
  p.key as "projectKey", coalesce(p.workspace_id, t.home_id) as "workspaceId", ${labelIdsColumn}`;

export const rowSelect: TicketSelect<StoredTicketRow> = {
  joins: 'left join projects p on p.id = t.project_id',
  statementOf: (source) => dynamicStatement<object, StoredTicketRow>(`select ${rowColumns} from ${source}`),
};
