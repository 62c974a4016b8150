import { openStorage } from './idb-storage.ts';

export const lastUserKey = 'docket.user';

/**
 * Whoever used the app last probably uses it now. The page runs this module first (scripts/build-web.ts), so
 * that what their pages left is read while the browser still loads the rest of the app.
 */
export const early = readEarly();

function readEarly() {
  const userId = globalThis.localStorage?.getItem(lastUserKey);
  if (!userId) return undefined;
  const storage = openStorage(userId);
  return { userId, storage, snapshot: storage.readSnapshot().catch(() => undefined) };
}
