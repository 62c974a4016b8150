import type { AuditSource } from '../audit/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { endConnections } from './connections/connections.ts';
import { passwordLinks } from './link-store.ts';
import { deleteUserSignInSteps } from './sign-in-step-store.ts';

/**
 * Password links, sign-ins that are not finished and connected applications end when the credentials change or the
 * account is disabled.
 */
export async function endPendingAccess(
  tx: Tx,
  source: AuditSource,
  user: { id: string; name: string },
): Promise<void> {
  await passwordLinks.deleteAllOf(tx, user.id);
  await deleteUserSignInSteps(tx, { userId: user.id });
  await endConnections(tx, source, user);
}
