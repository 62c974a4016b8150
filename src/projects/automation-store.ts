import { sql } from '../platform/db/index.ts';

/** Flags are 0 or 1. */
interface AutomationRow {
  moveTickets: number;
  openTickets: number;
}

export const findAutomation = sql.find<{ projectId: string }, AutomationRow>(`
  select move_tickets as "moveTickets", open_tickets as "openTickets" from project_automation
  where project_id = :projectId`);
export const upsertAutomation = sql.run<AutomationRow & { projectId: string }>(`
  insert into project_automation (project_id, move_tickets, open_tickets)
  values (:projectId, :moveTickets, :openTickets)
  on conflict (project_id) do update set move_tickets = excluded.move_tickets, open_tickets = excluded.open_tickets`);
