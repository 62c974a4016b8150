import { firstScreenAddress } from './first-screen.ts';
import { openStorage } from './idb-storage.ts';

export const lastUserKey = 'docket.user';

/**
 * Starts to read the stored data of the last user, who is probably the present one: the first screen, or else all rows.
 * The page runs this module first (scripts/build-web.ts), so that it reads while the browser still loads the rest of
 * the app.
 */
export const early = readEarly();

function readEarly() {
  const userId = globalThis.localStorage?.getItem(lastUserKey);
  if (!userId) return undefined;
  const storage = openStorage(userId);
  return { userId, storage, ...readKept(storage) };
}

/** `readRest` reads all rows, at once if the first paint needs them. */
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
