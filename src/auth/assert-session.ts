import { forbiddenBecause } from '../platform/errors.ts';
import type { Actor } from '../users/index.ts';

/** Refuses API keys: one that leaked must not create further keys or end sessions. */
export function assertSession(actor: Actor): void {
  if (actor.credential.kind === 'session') return;
  throw forbiddenBecause('API keys and sessions are managed with a signed-in session, not with an API key');
}
