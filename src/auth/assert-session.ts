import { forbiddenBecause } from '../platform/errors.ts';
import { type Actor, isInSession } from '../users/index.ts';

/** Refuses API keys: one that leaked must not create further keys or end sessions. */
export function assertSession(actor: Actor): void {
  if (isInSession(actor)) return;
  throw forbiddenBecause('API keys and sessions are managed with a signed-in session, not with an API key');
}
