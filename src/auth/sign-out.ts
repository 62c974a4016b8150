import type { Database } from '../platform/db/index.ts';
import { deleteSession } from './session-store.ts';

export async function signOut(db: Database, session: { id: string; userId: string }): Promise<void> {
  await db.transaction((tx) => deleteSession(tx, session.id, session.userId));
}
