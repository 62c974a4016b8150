import type { Queries } from '../../platform/db/index.ts';
import { listOpenBlockers, ticketKey, watchers } from '../../tickets/index.ts';
import { type Actor, keyAllowsProject } from '../../users/index.ts';
import type { AgentTaskRow } from '../agent-task.ts';
import { type Collision, describeCollisions } from '../collisions/read-collisions.ts';
import { blockedReason } from './decide-hold.ts';

/** A ticket that blocks a task, and that the reader may read. */
export interface TaskBlocker {
  id: string;
  key?: string | undefined;
  title: string;
}

type Held = Pick<AgentTaskRow, 'ticketId' | 'hold' | 'state'>;

/**
 * Finds what blocks the tasks, by the id of their ticket. Only tasks that are held are looked at: a page without them
 * costs no statement.
 */
export async function readBlockers(
  queries: Queries,
  actor: Actor,
  tasks: readonly Held[],
): Promise<ReadonlyMap<string, TaskBlocker[]>> {
  const ids = tasks.flatMap(({ ticketId, hold }) => (ticketId !== null && hold !== null ? [ticketId] : []));
  const byTicket = new Map<string, TaskBlocker[]>();
  if (ids.length === 0) return byTicket;
  const blockers = await listOpenBlockers(queries, [...new Set(ids)]);
  const readable = await watchers.filterReadable(
    queries,
    blockers.map(({ id }) => id),
    actor.userId,
  );
  for (const { ticketId, id, title, number, projectKey, projectId } of blockers) {
    if (!readable.has(id) || !keyAllowsProject(actor, projectId)) continue;
    const list = byTicket.get(ticketId) ?? [];
    list.push({ id, key: ticketKey(projectKey, number), title });
    byTicket.set(ticketId, list);
  }
  return byTicket;
}

// More keys do not help to decide what to do.
const keysNamed = 5;

/** Names the blockers, or the tasks that it collides with, that the reader may read. */
export function describeHold(
  { hold, heldReason }: Pick<AgentTaskRow, 'hold' | 'heldReason'>,
  blockers: readonly TaskBlocker[],
  collisions: readonly Collision[],
): string | null {
  if (hold === 'collision') return describeCollisions(collisions) ?? heldReason;
  if (hold !== 'blocked') return heldReason;
  if (blockers.length === 0) return blockedReason;
  const names = blockers.slice(0, keysNamed).map(({ key, title }) => key ?? `“${title}”`);
  const others = blockers.length - names.length;
  return `Blocked by ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}
