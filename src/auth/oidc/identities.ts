import { recordAudit } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import { notFound } from '../../platform/errors.ts';
import { lockUser, type Scope } from '../../users/index.ts';
import { identityRemoved } from '../account-events.ts';
import { assertCanSignIn } from '../assert-can-sign-in.ts';
import { assertSession } from '../assert-session.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import { deleteIdentity, type Identity, listUserIdentities } from './identity-store.ts';

export type { Identity };

export const listIdentities = ({ db, actor }: Scope) =>
  listUserIdentities(db.reads, { userId: actor.userId });

/** Refuses to remove the last way to sign in. */
export async function removeIdentity(
  scope: Scope,
  relyingParty: RelyingParty | undefined,
  id: string,
): Promise<string> {
  const { actor, clock } = scope;
  assertSession(actor);
  return scope.write(async (tx) => {
    await lockUser(tx, actor.userId);
    const removed = await deleteIdentity(tx, { id, userId: actor.userId });
    if (!removed) throw notFound('Identity');
    await assertCanSignIn(tx, actor, relyingParty);
    const user = { id: actor.userId, name: actor.name };
    const data = { user, provider: removed.provider };
    await recordEvent(tx, identityRemoved, { at: clock.now(), actorId: actor.userId, data });
    const subject = { kind: 'user', ...user } as const;
    await recordAudit(tx, scope, 'user.identity_removed', subject, { provider: removed.provider });
    return id;
  });
}
