import { recordAudit } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import { hashPassword } from '../../platform/crypto.ts';
import type { Scope } from '../../users/index.ts';
import { passwordChanged } from '../account-events.ts';
import { confirmIdentity } from '../confirm-identity.ts';
import { saveCredential } from '../credential-store.ts';
import { endPendingAccess } from '../end-pending-access.ts';
import { rotateSession } from '../session.ts';
import { deleteOtherUserSessions } from '../session-store.ts';

/**
 * Ends every other session of the actor and replaces the token of this one. Wrong passwords count as failed sign-ins,
 * so that a stolen session cannot be used to guess.
 */
export async function changePassword(
  scope: Scope,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ sessionsEnded: number; token: string }> {
  const { actor, clock } = scope;
  await confirmIdentity(scope, currentPassword, 'currentPassword');
  const passwordHash = await hashPassword(newPassword);
  return scope.write(async (tx) => {
    const now = clock.now();
    await saveCredential(tx, { userId: actor.userId, passwordHash, now });
    const sessionsEnded = await deleteOtherUserSessions(tx, {
      userId: actor.userId,
      id: actor.credential.id,
    });
    const data = { user: { id: actor.userId, name: actor.name } };
    await endPendingAccess(tx, scope, data.user);
    await recordEvent(tx, passwordChanged, { at: now, actorId: actor.userId, data });
    const subject = { kind: 'user', ...data.user } as const;
    await recordAudit(tx, scope, 'user.password_changed', subject, { by: 'password', sessionsEnded });
    return { sessionsEnded, token: await rotateSession(tx, actor.credential.id) };
  });
}
