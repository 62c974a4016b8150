import { type AuditSource, recordAudit } from '../audit/index.ts';
import type { Database } from '../platform/db/index.ts';
import { deleteSession, type SessionWithUser } from './session-store.ts';

export async function signOut(
  db: Database,
  source: AuditSource,
  { id, userId, name }: Pick<SessionWithUser, 'id' | 'userId' | 'name'>,
): Promise<void> {
  const actor = { userId, credential: { kind: 'session', id } } as const;
  await db.transaction(async (tx) => {
    await deleteSession(tx, { id, userId });
    await recordAudit(tx, { ...source, actor }, 'user.signed_out', { kind: 'user', id: userId, name });
  });
}
