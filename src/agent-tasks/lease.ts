import { secondMs } from '../platform/clock.ts';
import { conflict } from '../platform/errors.ts';
import type { Actor } from '../users/index.ts';
import { type AgentTask, leaseSecondsDefault } from './agent-task.ts';

type Leased = Pick<AgentTask, 'state' | 'leaseEpoch' | 'leaseUserId'>;

/**
 * Only who holds the task may report on it or end it. Each claim has a higher epoch, so a worker that was thought dead,
 * and whose task somebody else has by now, is told so instead of overwriting the other's work.
 */
export function assertLease(actor: Actor, task: Leased, epoch: number): void {
  if (task.state === 'in_progress' && task.leaseEpoch === epoch && task.leaseUserId === actor.userId) return;
  throw conflict(sayLost(task, epoch));
}

function sayLost({ state, leaseEpoch }: Leased, epoch: number): string {
  if (state === 'queued')
    return 'Your lease ran out and the task is queued again. Stop working on it; claim it anew to go on.';
  if (state === 'waiting_for_user')
    return 'The task waits for an answer and is held by nobody. Claim anew when it was answered.';
  if (state !== 'in_progress') return `The task is ${state.replace('_', ' ')}. Stop working on it.`;
  return epoch === leaseEpoch
    ? 'Another account holds the lease of this task. Stop working on it.'
    : `The lease has epoch ${leaseEpoch} by now, yours was ${epoch}: somebody else holds the task. Stop working on it.`;
}

export const leaseUntil = (now: number, seconds: number | null) =>
  now + (seconds ?? leaseSecondsDefault) * secondMs;

/** What a task has when nobody holds it. */
export const noLease = { leaseWorker: null, leaseUserId: null, leaseSeconds: null, leaseExpiresAt: null };
