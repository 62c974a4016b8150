import type { Tx } from '../platform/db/index.ts';
import { passwordLinks } from './link-store.ts';
import { deleteUserSignInSteps } from './sign-in-step-store.ts';

/** Password links and sign-ins that are not finished end when the credentials change or the account is disabled. */
export async function endPendingAccess(tx: Tx, userId: string): Promise<void> {
  await passwordLinks.deleteAllOf(tx, userId);
  await deleteUserSignInSteps(tx, { userId });
}
