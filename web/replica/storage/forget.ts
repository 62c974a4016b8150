import { openDatabase, stores } from './idb-storage.ts';

/*
 * Removes what this browser stores of people who do not use it now. Loaded on demand, because no first screen needs it.
 * The caller handles errors: a private window may have no database.
 */

/**
 * With a person, removes the data of everybody else. Without one, nobody is signed in, or the session of this page has
 * ended: tickets, projects and people are removed. Unsent changes and texts stay for the person who made them, until
 * they sign in again or somebody else does.
 */
export async function forget(userId?: string): Promise<void> {
  for (const key of Object.keys(localStorage)) {
    const isOfPerson = key.startsWith('docket.views.') || (userId && key.startsWith('docket.unsaved.'));
    if (isOfPerson && !key.endsWith(`.${userId}`)) localStorage.removeItem(key);
  }
  if (userId === undefined) return inStores(['meta', 'projects'], (store) => void store.clear());
  await inStores(stores, (store) => {
    store.delete(IDBKeyRange.upperBound(`${userId}/`, true));
    store.delete(IDBKeyRange.lowerBound(`${userId}/\uffff`, true));
  });
}

async function inStores(
  names: readonly (typeof stores)[number][],
  change: (store: IDBObjectStore) => void,
): Promise<void> {
  const database = await openDatabase();
  if (!database) return;
  const transaction = database.transaction(names, 'readwrite');
  for (const name of names) change(transaction.objectStore(name));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  }).finally(() => database.close());
}
