import type { Queries } from '../platform/db/index.ts';
import { listTicketRowsById, ticketKey, watchers } from '../tickets/index.ts';
import { type Actor, keyAllowsProject } from '../users/index.ts';

export interface TicketName {
  id: string;
  key?: string;
  title: string;
}

/** The names of those of the tickets that the actor may read, by id. */
export async function readTicketNames(
  queries: Queries,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TicketName>> {
  const ticketIds = [...new Set(ids)];
  const names = new Map<string, TicketName>();
  if (ticketIds.length === 0) return names;
  const readable = await watchers.filterReadable(queries, ticketIds, actor.userId);
  for (const { id, projectId, projectKey, number, title } of await listTicketRowsById(queries, ticketIds)) {
    if (!readable.has(id) || !keyAllowsProject(actor, projectId)) continue;
    const key = ticketKey(projectKey, number);
    names.set(id, { id, ...(key !== undefined && { key }), title });
  }
  return names;
}
