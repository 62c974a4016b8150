import type { Queries } from '../../platform/db/index.ts';
import type { Actor } from '../../users/index.ts';
import type { AgentTaskRow } from '../agent-task.ts';
import { readTicketNames, type TicketName } from '../read-ticket-names.ts';
import { shareMin } from './collision.ts';
import { listOverlaps } from './collision-store.ts';

/** A running task that touches files which another task is predicted to touch. The reader may read its ticket. */
export interface Collision {
  taskId: string;
  ticket: TicketName;
  files: string[];
}

const overlapsMax = 2_000;

/**
 * Finds what the queued tasks collide with, by the id of the task. Only tasks with predicted files are looked at: a page
 * without them costs no statement.
 */
export async function readCollisions(
  queries: Queries,
  actor: Actor,
  tasks: readonly Pick<AgentTaskRow, 'id' | 'state' | 'predictedFiles'>[],
): Promise<ReadonlyMap<string, Collision[]>> {
  const taskIds = tasks.flatMap(({ id, state, predictedFiles }) =>
    state === 'queued' && predictedFiles > 0 ? [id] : [],
  );
  const byTask = new Map<string, Collision[]>();
  if (taskIds.length === 0) return byTask;
  const overlaps = await listOverlaps(queries, { taskIds, shareMin, limit: overlapsMax });
  if (overlaps.length === 0) return byTask;
  const tickets = await readTicketNames(
    queries,
    actor,
    overlaps.map(({ otherTicketId }) => otherTicketId),
  );
  for (const { taskId, otherId, otherTicketId, path } of overlaps) {
    const ticket = tickets.get(otherTicketId);
    if (!ticket) continue;
    const list = byTask.get(taskId) ?? [];
    byTask.set(taskId, list);
    const known = list.find((collision) => collision.taskId === otherId);
    if (known) known.files.push(path);
    else list.push({ taskId: otherId, ticket, files: [path] });
  }
  return byTask;
}

const ticketsNamed = 3;
const filesNamed = 2;

/** Names the other tickets and the files, as far as the reader may read them; undefined if they may read none. */
export function describeCollisions(collisions: readonly Collision[]): string | undefined {
  if (collisions.length === 0) return undefined;
  const tickets = [...new Set(collisions.map(({ ticket }) => ticket.key ?? `“${ticket.title}”`))];
  const files = [...new Set(collisions.flatMap((collision) => collision.files))];
  return `Waits for ${listNames(tickets, ticketsNamed)}: both would change ${listNames(files, filesNamed)}`;
}

function listNames(names: string[], max: number): string {
  const others = names.length - max;
  return others > 0 ? `${names.slice(0, max).join(', ')}, +${others}` : names.join(', ');
}
