import { sql } from '../platform/db/index.ts';

export interface HomeRow {
  homeId: string;
  workspaceId: string;
  ticketCount: number;
  /** 1 if the user sees only the tickets that they report or are assigned to. */
  guest: number;
}

/** Lists every home in which the user sees tickets. A home occurs once for each reason why. */
export const listHomesOf = sql.list<{ userId: string }, HomeRow>(`
  select p.id as "homeId", p.workspace_id as "workspaceId", h.ticket_count as "ticketCount", 0 as guest
  from project_members m join projects p on p.id = m.project_id join ticket_homes h on h.id = p.id
  where m.user_id = :userId and p.status <> 'deleted'
  union all
  select p.id, p.workspace_id, h.ticket_count, 0
  from projects p join workspaces w on w.id = p.workspace_id join ticket_homes h on h.id = p.id
  where p.visibility = 'public' and p.status <> 'deleted' and (w.kind = 'personal'
    or exists (select 1 from workspace_members wm where wm.workspace_id = w.id and wm.user_id = :userId))
  union all
  select h.id, h.id, h.ticket_count, 0
  from workspace_members wm join ticket_homes h on h.id = wm.workspace_id
  where wm.user_id = :userId and h.ticket_count > 0
  union all
  select g.home_id, coalesce(p.workspace_id, g.home_id), h.ticket_count, 1
  from ticket_guests g join ticket_homes h on h.id = g.home_id left join projects p on p.id = g.home_id
  where g.user_id = :userId and (p.id is null or p.status <> 'deleted')`);

export const countTicketsOfHome = sql.count<{ id: string }, { ticketCount: number }>(
  'select ticket_count as "ticketCount" from ticket_homes where id = :id',
);
