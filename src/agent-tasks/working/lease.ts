import { secondMs } from '../../platform/clock.ts';
import { conflict } from '../../platform/errors.ts';
import type { Actor } from '../../users/index.ts';
import { type AgentTask, leaseSecondsDefault } from '../agent-task.ts';

type Leased = Pick<AgentTask, 'state' | 'leaseEpoch' | 'leaseUserId'>;

/**
 * Only the holder of the lease may report on a task or finish it. The epoch is a fencing token: each claim increases it, so
 * a worker whose lease expired gets 409 and cannot overwrite the work of the next one.
 */
export function assertLease(actor: Actor, task: Leased, epoch: number): void {
  if (task.state === 'in_progress' && task.leaseEpoch === epoch && task.leaseUserId === actor.userId) return;
  throw conflict(
    describeLostLease(task, epoch),
    task.state === 'cancelled' ? { stop: ['cancelled'] } : undefined,
  );
}

function describeLostLease({ state, leaseEpoch }: Leased, epoch: number): string {
  if (state === 'queued')
    return 'Your lease expired and the task is queued again. Stop working on it, or claim it again.';
  if (state === 'waiting_for_user')
    return 'The task waits for an answer and nobody holds its lease. Claim it again after the answer.';
  if (state !== 'in_progress') return `The task is ${state.replace('_', ' ')}. Stop working on it.`;
  return epoch === leaseEpoch
    ? 'Another account holds the lease of this task. Stop working on it.'
    : `The task was claimed again: its lease has epoch ${leaseEpoch}, yours was ${epoch}. Stop working on it.`;
}

export const leaseUntil = (now: number, seconds: number | null) =>
  now + (seconds ?? leaseSecondsDefault) * secondMs;

/** The lease columns of a task that nobody holds. */
export const noLease = { leaseWorker: null, leaseUserId: null, leaseSeconds: null, leaseExpiresAt: null };
