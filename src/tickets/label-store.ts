import { type Queries, statement } from '../platform/db/index.ts';

export interface Label {
  id: string;
  workspaceId: string;
  name: string;
  color: string;
  createdAt: number;
  updatedAt: number;
}

const columns = `l.id, l.workspace_id as "workspaceId", l.name, l.color, l.created_at as "createdAt", l.updated_at as "updatedAt"`;
const ofTicket = statement<{ ticketId: string }, Label>(`
  select ${columns} from ticket_labels tl join labels l on l.id = tl.label_id
  where tl.ticket_id = :ticketId order by l.name_folded, l.id`);
const usable = statement<{ ids: string[]; workspaceId: string; ticketId: string }, { id: string }>(`
  select l.id from labels l where l.id in :ids[] and (l.workspace_id = :workspaceId
    or exists (select 1 from ticket_labels tl where tl.label_id = l.id and tl.ticket_id = :ticketId))`);
const attach = statement<{ ticketId: string; labelId: string }>(
  'insert into ticket_labels (ticket_id, label_id) values (:ticketId, :labelId)',
);
const detach = statement<{ ticketId: string; labelIds: string[] }>(
  'delete from ticket_labels where ticket_id = :ticketId and label_id in :labelIds[]',
);

export const listLabelsOf = (queries: Queries, ticketId: string) => queries.list(ofTicket, { ticketId });

/** Of the given labels, those of the workspace, and those that the ticket carries already. */
export const findUsableLabels = async (tx: Queries, ids: string[], workspaceId: string, ticketId: string) =>
  (await tx.list(usable, { ids, workspaceId, ticketId })).map((label) => label.id);

export async function attachLabels(tx: Queries, ticketId: string, labelIds: string[]): Promise<void> {
  for (const labelId of labelIds) await tx.run(attach, { ticketId, labelId });
}

export const detachLabels = (tx: Queries, ticketId: string, labelIds: string[]) =>
  tx.run(detach, { ticketId, labelIds });
