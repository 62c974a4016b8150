import { firstScreenAddress } from './first-screen.ts';
import { openStorage } from './idb-storage.ts';

export const lastUserKey = 'docket.user';

/**
 * Whoever used the app last probably uses it now. The page runs this module first (scripts/build-web.ts), so
 * that what their pages left is read while the browser still loads the rest of the app: how the page looked, or else all rows.
 */
export const early = readEarly();

function readEarly() {
  const userId = globalThis.localStorage?.getItem(lastUserKey);
  if (!userId) return undefined;
  const storage = openStorage(userId);
  return { userId, storage, ...readKept(storage) };
}

/** `readRest` reads all rows, at once if they are needed for the first paint. */
export function readKept(storage: ReturnType<typeof openStorage>) {
  let reading: ReturnType<typeof storage.readSnapshot> | undefined;
  const readRest = () => {
    reading ??= storage.readSnapshot().catch(() => undefined);
    return reading;
  };
  const address = firstScreenAddress();
  const reads = address === undefined ? Promise.resolve(undefined) : storage.readFirstScreen(address);
  const screen = reads.catch(() => undefined);
  void screen.then((found) => {
    if (!found) void readRest();
  });
  return { screen, readRest };
}
