import type { Tx } from '../../platform/db/index.ts';
import { forbidden, invalid, whenNotFound } from '../../platform/errors.ts';
import { parseInstant } from '../../platform/instant.ts';
import { assertShallow } from '../../platform/validation/index.ts';
import { canWriteInProject, getProjectFor } from '../../projects/index.ts';
import { canEditTicket, getTicketFor, type Ticket } from '../../tickets/index.ts';
import { canManageInstance, isReadOnly, keyAllowsProject, type Scope } from '../../users/index.ts';
import { canAssignToAgent } from '../agent-task-store.ts';
import { type Enqueued, enqueueTask } from './enqueue-task.ts';

export interface ManualTask {
  projectId?: string | null | undefined;
  ticketId?: string | null | undefined;
  agentId?: string | null | undefined;
  kind?: string | null | undefined;
  title: string;
  instructions: string;
  priority?: Ticket['priority'] | null | undefined;
  input?: Record<string, unknown> | null | undefined;
  dedupeKey?: string | null | undefined;
  runAfter?: string | null | undefined;
  maxAttempts?: number | null | undefined;
}

/** Creates a task on request of a person, or of an agent that splits its work. */
export async function createTask(
  scope: Scope,
  input: ManualTask,
  tasksPerHourMax: number,
): Promise<Enqueued> {
  assertShallow('input', input.input);
  return scope.write(async (tx) => {
    const { projectId, ticketId } = await resolveProjectAndTicket(tx, scope, input);
    await assertMayAssign(tx, scope, input.agentId, projectId);
    const settings = { now: scope.clock.now(), tasksPerHourMax, by: scope.actor };
    return enqueueTask(tx, settings, {
      projectId,
      ticketId,
      agentId: input.agentId,
      kind: input.kind ?? 'manual',
      title: input.title,
      instructions: input.instructions,
      priority: input.priority ?? undefined,
      source: { provider: 'docket', event: 'manual' },
      input: input.input ?? undefined,
      dedupeKey: input.dedupeKey ?? undefined,
      runAfter: input.runAfter ? parseInstant(input.runAfter) : undefined,
      maxAttempts: input.maxAttempts ?? undefined,
    });
  });
}

async function resolveProjectAndTicket(tx: Tx, { actor }: Scope, { projectId, ticketId }: ManualTask) {
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
  if (isReadOnly(actor) || !canManageInstance(actor) || !keyAllowsProject(actor, null))
    throw forbidden('project');
  return { projectId: null, ticketId: null };
}

async function assertMayAssign(
  tx: Tx,
  { actor }: Scope,
  agentId: string | null | undefined,
  projectId: string | null,
): Promise<void> {
  if (!agentId || (await canAssignToAgent(tx, agentId, projectId, actor.userId))) return;
  throw invalid({ agentId: ['Agent must be yours or a member of the project'] });
}
