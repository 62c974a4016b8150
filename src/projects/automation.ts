import type { Queries, Tx } from '../platform/db/index.ts';
import { findAutomation, upsertAutomation } from './automation-store.ts';

/** What Docket does by itself when something happens in a linked repository. */
export interface Automation {
  moveTickets: boolean;
  openTickets: boolean;
}

/** Applies to projects without a row. */
const defaults: Automation = { moveTickets: true, openTickets: false };

export async function getAutomation(queries: Queries, projectId: string): Promise<Automation> {
  const row = await findAutomation(queries, { projectId });
  return row ? { moveTickets: row.moveTickets === 1, openTickets: row.openTickets === 1 } : defaults;
}

/** An absent field keeps its value. Returns the change, or undefined if there is none. */
export async function changeAutomation(tx: Tx, projectId: string, input: Partial<Automation>) {
  if (input.moveTickets === undefined && input.openTickets === undefined) return undefined;
  const from = await getAutomation(tx, projectId);
  const to = {
    moveTickets: input.moveTickets ?? from.moveTickets,
    openTickets: input.openTickets ?? from.openTickets,
  };
  if (to.moveTickets === from.moveTickets && to.openTickets === from.openTickets) return undefined;
  await upsertAutomation(tx, {
    projectId,
    moveTickets: Number(to.moveTickets),
    openTickets: Number(to.openTickets),
  });
  return { from, to };
}
