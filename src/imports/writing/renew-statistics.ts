import { type Database, refreshStatistics } from '../../platform/db/index.ts';

const firstAt = 1_000;
const tables = ['tickets', 'ticket_origins', 'ticket_former_numbers'];

/**
 * Updates the planner statistics of the tables that an import looks up in each batch, after 1,000 tickets, 10,000 and
 * so on. PostgreSQL does so itself a minute later; until then it assumes that the project is empty and reads all its
 * rows for each lookup.
 */
export function newStatisticsRenewal(db: Database): (newTickets: number) => Promise<void> {
  let written = 0;
  let nextAt = firstAt;
  return async (newTickets) => {
    written += newTickets;
    if (written < nextAt) return;
    nextAt = written * 10;
    await refreshStatistics(db, tables);
  };
}
