import type { Queries, Tx } from '../platform/db/index.ts';
import { findAutomation, upsertAutomation } from './automation-store.ts';

/** What follows by itself from what happens in linked repositories. */
export interface Automation {
  moveTickets: boolean;
  openTickets: boolean;
}

/** What holds before anybody chose. */
const byDefault: Automation = { moveTickets: true, openTickets: false };

export async function getAutomation(queries: Queries, projectId: string): Promise<Automation> {
  const row = await findAutomation(queries, projectId);
  return row ? { moveTickets: row.moveTickets === 1, openTickets: row.openTickets === 1 } : byDefault;
}

/** Absent keeps; answers what changed, if anything did. */
export async function changeAutomation(tx: Tx, projectId: string, given: Partial<Automation>) {
  if (given.moveTickets === undefined && given.openTickets === undefined) return undefined;
  const from = await getAutomation(tx, projectId);
  const to = {
    moveTickets: given.moveTickets ?? from.moveTickets,
    openTickets: given.openTickets ?? from.openTickets,
  };
  if (to.moveTickets === from.moveTickets && to.openTickets === from.openTickets) return undefined;
  await upsertAutomation(tx, projectId, Number(to.moveTickets), Number(to.openTickets));
  return { from, to };
}
