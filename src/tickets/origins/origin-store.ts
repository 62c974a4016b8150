import { defineInsert, type Insert, type Queries, sql, statement } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';

/** The origin of an imported ticket. */
export interface TicketOrigin {
  projectId: string;
  product: string;
  /** Unique within product and project. */
  sourceId: string;
  ticketId: string;
  /** The key that people knew in the product. */
  key: string | null;
  importId: string;
}

export const insertOrigins: Insert<TicketOrigin> = defineInsert(
  'ticket_origins',
  'projectId product sourceId ticketId importId',
  { key_folded: ({ key }) => (key === null ? null : foldCase(key)) },
);

/** Lists those of the tickets of a product that the project has already, including deleted ones. */
export const listImportedTickets = sql.list<
  { projectId: string; product: string; sourceIds: string[] },
  Pick<TicketOrigin, 'sourceId' | 'ticketId' | 'importId'>
>(`
  select source_id as "sourceId", ticket_id as "ticketId", import_id as "importId" from ticket_origins
  where project_id = :projectId and product = :product and source_id in :sourceIds[]`);

const visibleByKey = statement<{ key: string; userId: string }, { id: string }>(`
  select o.ticket_id as id from ticket_origins o join projects p on p.id = o.project_id
    join workspaces w on w.id = p.workspace_id
  where o.key_folded = :key and p.status <> 'deleted'
    and (exists (select 1 from project_members m where m.project_id = p.id and m.user_id = :userId)
      or (p.visibility = 'public' and (w.kind = 'personal'
        or exists (select 1 from workspace_members m where m.workspace_id = w.id and m.user_id = :userId))))
  limit 2`);
/** Finds the ticket that had this key in another product, if exactly one in the projects that the user sees had it. */
export async function findTicketIdByOriginalKey(
  queries: Queries,
  key: string,
  userId: string,
): Promise<string | undefined> {
  const found = await queries.list(visibleByKey, { key: foldCase(key), userId });
  return found.length === 1 ? found[0]?.id : undefined;
}
