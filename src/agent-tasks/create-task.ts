import type { Tx } from '../platform/db/index.ts';
import { forbidden, invalid, whenNotFound } from '../platform/errors.ts';
import { parseInstant } from '../platform/instant.ts';
import { canWriteInProject, getProjectFor } from '../projects/index.ts';
import { canEditTicket, getTicketFor, type TicketPriority } from '../tickets/index.ts';
import { isReadOnly, keyReaches, type Scope, servesInstance } from '../users/index.ts';
import { mayAddressAgent } from './agent-task-store.ts';
import { assertShallow } from './assert-shallow.ts';
import { type Enqueued, enqueueTask } from './enqueue-task.ts';

export interface HandMadeTask {
  projectId?: string | null | undefined;
  ticketId?: string | null | undefined;
  agentId?: string | null | undefined;
  kind?: string | null | undefined;
  title: string;
  instructions: string;
  priority?: TicketPriority | null | undefined;
  input?: Record<string, unknown> | null | undefined;
  dedupeKey?: string | null | undefined;
  runAfter?: string | null | undefined;
  maxAttempts?: number | null | undefined;
}

/** A task that a person, or an agent that splits its work, makes by hand. */
export async function createTask(
  scope: Scope,
  given: HandMadeTask,
  tasksPerHourMax: number,
): Promise<Enqueued> {
  assertShallow('input', given.input);
  return scope.write(async (tx) => {
    const { projectId, ticketId } = await placeOf(tx, scope, given);
    await assertAgent(tx, scope, given.agentId, projectId);
    const settings = { now: scope.clock.now(), tasksPerHourMax, by: scope.actor };
    return enqueueTask(tx, settings, {
      projectId,
      ticketId,
      agentId: given.agentId,
      kind: given.kind ?? 'manual',
      title: given.title,
      instructions: given.instructions,
      priority: given.priority ?? undefined,
      source: { provider: 'docket', event: 'manual' },
      input: given.input ?? undefined,
      dedupeKey: given.dedupeKey ?? undefined,
      runAfter: given.runAfter ? parseInstant(given.runAfter) : undefined,
      maxAttempts: given.maxAttempts ?? undefined,
    });
  });
}

async function placeOf(tx: Tx, { actor }: Scope, { projectId, ticketId }: HandMadeTask) {
  if (ticketId) {
    const missing = invalid({ ticketId: ['Ticket does not exist'] });
    const ticket = await getTicketFor(tx, actor, ticketId, canEditTicket).catch(whenNotFound(missing));
    return { projectId: ticket.projectId, ticketId: ticket.id };
  }
  if (projectId) {
    const missing = invalid({ projectId: ['Project does not exist'] });
    const project = await getProjectFor(tx, actor, projectId, canWriteInProject).catch(whenNotFound(missing));
    return { projectId: project.id, ticketId: null };
  }
  if (isReadOnly(actor) || !servesInstance(actor) || !keyReaches(actor, null)) throw forbidden('project');
  return { projectId: null, ticketId: null };
}

async function assertAgent(
  tx: Tx,
  { actor }: Scope,
  agentId: string | null | undefined,
  projectId: string | null,
): Promise<void> {
  if (!agentId || (await mayAddressAgent(tx, agentId, projectId, actor.userId))) return;
  throw invalid({ agentId: ['Agent must be one of yours, or a member of the project'] });
}
