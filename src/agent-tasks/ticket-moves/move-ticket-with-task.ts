import type { Tx } from '../../platform/db/index.ts';
import { getAutomation } from '../../projects/index.ts';
import {
  type AgentMove,
  lockTicketRows,
  moveTicketByDocket,
  moveTicketForAgent,
  type Ticket,
  tryLockTicket,
} from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import type { AgentTaskRow } from '../agent-task.ts';
import * as store from './move-ticket-store.ts';

/*
 * A task moves its ticket, if the project has `moveWithTasks`: a claim from backlog or todo to in_progress, the end of the last
 * running task to in_review, a failure for good back to where the claim found it. A ticket that somebody has moved since
 * is left alone, and so is one whose workflow has no such transition.
 */

const waiting: readonly Ticket['status'][] = ['backlog', 'todo'];

/** `busy`: another transaction holds the ticket. */
export type ClaimMove = AgentMove | 'busy' | undefined;

/**
 * Moves the ticket of a task that was claimed in this transaction. It never waits for the ticket: who changes a ticket waits
 * for its queued tasks, so waiting here could be a deadlock. `moveClaimedTicketLater` makes up for it.
 */
export async function moveClaimedTicket(tx: Tx, scope: Scope, task: AgentTaskRow): Promise<ClaimMove> {
  if (!(await mayMove(tx, task, waiting))) return undefined;
  if (!(await tryLockTicket(tx, task.ticketId as string))) return 'busy';
  return moveToProgress(tx, scope, task);
}

/** Moves the ticket in a transaction of its own, which locks the ticket first. */
export async function moveClaimedTicketLater(scope: Scope, task: AgentTaskRow): Promise<ClaimMove> {
  return scope.db
    .transaction(async (tx) => {
      const moved = await moveToProgress(tx, scope, task);
      // The lease may have ended since; then the ticket stays where it was.
      if (!(await store.isHeldBy(tx, { id: task.id, epoch: task.leaseEpoch }))) throw new LeaseEnded();
      return moved;
    })
    .catch((error: unknown) => {
      if (!(error instanceof LeaseEnded)) throw error;
      return undefined;
    });
}

class LeaseEnded extends Error {}

async function moveToProgress(tx: Tx, scope: Scope, { id, ticketId }: AgentTaskRow): Promise<ClaimMove> {
  const moved = await moveTicketForAgent(tx, scope, ticketId as string, {
    from: waiting,
    to: 'in_progress',
    taskId: id,
  });
  if (moved) {
    const { from: ticketStatusBefore, fromOwnStatusId: ticketOwnStatusBefore, at: ticketMovedAt } = moved;
    await store.setTicketMove(tx, { id, ticketStatusBefore, ticketOwnStatusBefore, ticketMovedAt });
  }
  return moved;
}

export async function moveCompletedTicket(tx: Tx, scope: Scope, task: AgentTaskRow): Promise<void> {
  if (!(await mayMove(tx, task, ['in_progress']))) return;
  const ticketId = task.ticketId as string;
  if (await store.hasOtherRunningTask(tx, { ticketId, taskId: task.id })) return;
  await moveTicketForAgent(tx, scope, ticketId, {
    from: ['in_progress'],
    to: 'in_review',
    taskId: task.id,
  });
}

/**
 * Moves the ticket of a task that failed for good back. Docket itself does it, not the agent: then no status rule starts the
 * same work again.
 */
export async function moveFailedTicket(tx: Tx, task: AgentTaskRow, now: number): Promise<void> {
  const { ticketStatusBefore, ticketOwnStatusBefore: toOwnStatusId, ticketMovedAt } = task;
  if (ticketStatusBefore === null || ticketMovedAt === null) return;
  if (!(await mayMove(tx, task, ['in_progress']))) return;
  const ticketId = task.ticketId as string;
  if (await store.hasOtherRunningTask(tx, { ticketId, taskId: task.id })) return;
  // Locked before the look at its moves, so that nobody moves it in between.
  await lockTicketRows(tx, [ticketId]);
  if (await store.wasMovedSince(tx, { ticketId, since: ticketMovedAt })) return;
  await moveTicketByDocket(
    tx,
    ticketId,
    { from: ['in_progress'], to: ticketStatusBefore, toOwnStatusId, taskId: task.id },
    now,
  );
}

async function mayMove(
  tx: Tx,
  { ticketId, projectId, ticketStatus }: AgentTaskRow,
  from: readonly Ticket['status'][],
): Promise<boolean> {
  if (ticketId === null || projectId === null || ticketStatus === null) return false;
  return from.includes(ticketStatus) && (await getAutomation(tx, projectId)).moveWithTasks;
}
