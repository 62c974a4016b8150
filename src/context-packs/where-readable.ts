import { Refusal } from '../platform/errors.ts';

/** Leaves out what the actor may not read: an agent may have a task on a ticket that it may not read any more. */
export function whereReadable(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
