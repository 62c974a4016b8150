import { rowFormat } from '../../../sdk/row-format.ts';
import type { Entry } from '../pending.ts';
import { type ProjectSnapshot, readProject, type Snapshot } from '../snapshot.ts';
import type { Draft } from './drafts.ts';
import type { FirstScreen } from './first-screen.ts';
import { type BootStorage, bootFormat, isUsable, type KeptBoot } from './kept-boot.ts';
import type { EntryOwner, ReplicaStorage, ShownAt } from './storage.ts';

export const stores = ['meta', 'projects', 'entries', 'drafts'] as const;
type StoreName = (typeof stores)[number];

/**
 * The version of the stored form. Data of another version of the app is loaded again if its rows have other fields or
 * values; increment the number if the form of storage changes.
 */
export const format = `3 ${rowFormat}`;
export const isCurrent = <Kept extends { format: string }>(kept: Kept | undefined): kept is Kept =>
  kept?.format === format;

interface Meta {
  format: string;
  cursor: string;
  projects: string[];
}
type KeptScreen = FirstScreen & { format: string };
type OwnedEntries = EntryOwner & { entries: readonly Entry[] };

/** The number of addresses whose first screen is stored. */
const screensMax = 10;

/** IndexedDB, or no lasting storage if the browser refuses it. Keys begin with the person's id. */
export function openStorage(userId: string): ReplicaStorage & BootStorage {
  const opening = openDatabase();
  const keyOf = (name: string) => `${userId}/${name}`;
  const own = () => IDBKeyRange.bound(`${userId}/`, `${userId}/\uffff`);

  const screenKey = (address: string) => keyOf(`screen/${address}`);

  const screens = () => IDBKeyRange.bound(screenKey(''), screenKey('\uffff'));

  /** Stores the first screen. If rows have changed or are gone, the screens of other addresses are outdated and removed. */
  async function keepScreen(store: IDBObjectStore, { address, screen }: ShownAt, isChanged: boolean) {
    const count = (await get<number>(store.count(screens()))) ?? 0;
    if (isChanged || count >= screensMax) store.delete(screens());
    if (screen) store.put({ format, ...screen } satisfies KeptScreen, screenKey(address));
    else store.delete(screenKey(address));
  }

  /** Opens only the stores it needs, because transactions that share a store wait for each other. */
  async function run<T, Name extends StoreName>(
    mode: IDBTransactionMode,
    names: readonly Name[],
    absent: T,
    work: (store: (name: Name) => IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    const database = await opening;
    if (!database) return absent;
    const transaction = database.transaction(names, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted'));
    });
    const result = await work((name) => transaction.objectStore(name));
    await done;
    return result;
  }

  return {
    readSnapshot: () =>
      run('readonly', ['meta', 'projects'], undefined, async (store): Promise<Snapshot | undefined> => {
        const meta = await get<Meta>(store('meta').get(keyOf('')));
        if (!isCurrent(meta)) return undefined;
        const projects = await Promise.all(
          meta.projects.map((id) => get<ProjectSnapshot>(store('projects').get(keyOf(id)))),
        );
        return {
          cursor: meta.cursor,
          projects: projects.filter((project) => project !== undefined).map(readProject),
        };
      }),

    readFirstScreen: (address) =>
      run('readonly', ['meta'], undefined, async (store): Promise<FirstScreen | undefined> => {
        const kept = await get<KeptScreen>(store('meta').get(screenKey(address)));
        return isCurrent(kept) ? kept : undefined;
      }),

    writeSnapshot: (cursor, changed, cached, shown) =>
      run('readwrite', ['meta', 'projects'], undefined, async (store) => {
        store('meta').put({ format, cursor, projects: cached } satisfies Meta, keyOf(''));
        for (const project of changed) store('projects').put(project, keyOf(project.projectId));
        const kept = new Set(cached.map(keyOf));
        const keys = (await get<IDBValidKey[]>(store('projects').getAllKeys(own()))) ?? [];
        const gone = keys.filter((key) => !kept.has(String(key)));
        for (const key of gone) store('projects').delete(key);
        if (shown) await keepScreen(store('meta'), shown, changed.length + gone.length > 0);
      }),

    writeEntries: (tabId, entries) =>
      run('readwrite', ['entries'], undefined, async (store) => {
        const record: OwnedEntries = { tabId, touchedAtMs: Date.now(), entries };
        if (entries.length > 0) store('entries').put(record, keyOf(tabId));
        else store('entries').delete(keyOf(tabId));
      }),

    takeEntries: (tabId, isGone) =>
      run('readwrite', ['entries'], [], async (store) => {
        const all = (await get<OwnedEntries[]>(store('entries').getAll(own()))) ?? [];
        const [mine, gone] = [all.filter((one) => one.tabId === tabId), all.filter(isGone)];
        const entries = [...gone, ...mine].flatMap((one) => one.entries);
        for (const one of gone) store('entries').delete(keyOf(one.tabId));
        if (gone.length > 0) {
          store('entries').put(
            { tabId, touchedAtMs: Date.now(), entries } satisfies OwnedEntries,
            keyOf(tabId),
          );
        }
        return gone.flatMap((one) => one.entries);
      }),

    readDrafts: () =>
      run('readonly', ['drafts'], new Map<string, Draft>(), async (store) => {
        const [keys, drafts] = await Promise.all([
          get<IDBValidKey[]>(store('drafts').getAllKeys(own())),
          get<Draft[]>(store('drafts').getAll(own())),
        ]);
        const names = (keys ?? []).map((key) => String(key).slice(userId.length + 1));
        return new Map(names.map((name, index) => [name, drafts?.[index] as Draft]));
      }),

    writeDraft: (name, draft) =>
      run('readwrite', ['drafts'], undefined, async (store) => {
        if (draft) store('drafts').put(draft, keyOf(name));
        else store('drafts').delete(keyOf(name));
      }),

    readBoot: () =>
      run('readonly', ['meta'], undefined, async (store) => {
        const kept = await get<KeptBoot>(store('meta').get(keyOf('boot')));
        return isUsable(kept, Date.now()) ? kept.boot : undefined;
      }),

    writeBoot: (boot) =>
      run('readwrite', ['meta'], undefined, async (store) => {
        const kept: KeptBoot = { format: bootFormat, savedAtMs: Date.now(), boot };
        store('meta').put(kept, keyOf('boot'));
      }),

    clear: () =>
      run('readwrite', stores, undefined, async (store) => {
        for (const name of stores) store(name).delete(own());
      }),
  };
}

export function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open('docket', 1);
      request.onupgradeneeded = () => {
        for (const name of stores) request.result.createObjectStore(name);
      };
      request.onsuccess = () => resolve(request.result);
      // A private window may have no database; the app works without one.
      request.onerror = () => resolve(undefined);
      request.onblocked = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
}

function get<T>(request: IDBRequest): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T | undefined);
    request.onerror = () => reject(request.error);
  });
}
