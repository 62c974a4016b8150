import type { AgentTask, FailureType } from '../agent-task.ts';

/** What a person can do about a failure. */
const advice: Record<FailureType, string> = {
  quota:
    'The quota or the credit of the model is used up. Raise it or wait until it is renewed, then retry the task.',
  auth: 'A key or sign-in of the agent was refused. Renew it where the agent runs, then retry the task.',
  context:
    'The task is too large for the model. Split the ticket, or say which files matter, then retry the task.',
  refused:
    'The model refused the work. Say in the ticket what is wanted and why, or give the task to somebody else.',
  tests:
    'Tests fail. Look at the last activities: mend the tests, or say in the ticket how they shall pass, then retry.',
  conflict: 'The branch conflicts with other work. Merge or rebase it, then retry the task.',
  environment:
    'The machine of the agent lacks something, such as a program, network or disk. Mend it there, then retry the task.',
  timeout:
    'The agent stopped reporting or took too long. Look whether its worker still runs, then retry the task.',
  unknown: 'Read the error and the last activities. If it may pass, retry the task.',
};

/** Why the last attempt at a task failed; null if it did not. */
export function describeFailure({
  state,
  error,
  failureType,
}: Pick<AgentTask, 'state' | 'error' | 'failureType'>) {
  const isFailed =
    state === 'failed' || state === 'timed_out' || (state !== 'cancelled' && failureType !== null);
  if (!isFailed) return null;
  const type = failureType ?? (state === 'timed_out' ? 'timeout' : 'unknown');
  return { type, message: error ?? '', advice: advice[type] };
}
