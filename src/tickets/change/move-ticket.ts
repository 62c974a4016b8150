import type { Queries, Tx } from '../../platform/db/index.ts';
import { allocateTicketNumber, changeTicketCount, findWorkspace } from '../../workspaces/index.ts';
import type { TicketHome, TicketLookups } from '../ticket-lookups.ts';
import { insertFormerNumber, type TicketRow } from '../ticket-store.ts';

/** The home of the ticket after the change. */
export async function homeAfter(
  queries: Queries,
  lookups: TicketLookups,
  before: TicketRow,
  projectId: string | null | undefined,
): Promise<TicketHome> {
  if (
    projectId === undefined ||
    projectId === before.projectId ||
    (!projectId && before.projectId === null)
  ) {
    return toHome(before);
  }
  // A ticket that leaves its project stays in its workspace if the actor is a member, otherwise it moves to the actor's
  // own.
  const { workspaceId } = before;
  const workspace = await findWorkspace(queries, { id: workspaceId, userId: lookups.actor.userId });
  return lookups.home(projectId, workspace?.role ? workspaceId : undefined);
}

export function toHome(ticket: TicketRow): TicketHome {
  const { homeId, projectId, projectName, projectKey, workspaceId, workflow, gates, hasTriage } = ticket;
  return { homeId, projectId, projectName, projectKey, workspaceId, workflow, gates, hasTriage };
}

/** Updates the ticket counts of both homes and returns the number in the new one. The old key still finds the ticket. */
export async function moveTicket(tx: Tx, before: TicketRow, home: TicketHome): Promise<number | null> {
  if (before.projectId !== null && before.number !== null) {
    await insertFormerNumber(tx, { projectId: before.projectId, number: before.number, ticketId: before.id });
  }
  const leave = () => changeTicketCount(tx, { id: before.homeId, change: -1 });
  // Two tickets that move in opposite directions lock the same two homes; a fixed order of locks prevents a deadlock.
  if (before.homeId < home.homeId) {
    await leave();
    return arrive(tx, home);
  }
  const number = await arrive(tx, home);
  await leave();
  return number;
}

async function arrive(tx: Tx, home: TicketHome): Promise<number | null> {
  if (home.projectId) return allocateTicketNumber(tx, home.homeId);
  await changeTicketCount(tx, { id: home.homeId, change: 1 });
  return null;
}
