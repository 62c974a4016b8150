import { api } from '../api/index.ts';
import { afterPaint } from '../parts/after-paint.ts';
import { newId } from './ids.ts';
import type { Entry } from './pending.ts';
import { Replica } from './replica.ts';
import { Drafts } from './storage/drafts.ts';
import { early, lastUserKey, readKept } from './storage/early-read.ts';
import { openStorage } from './storage/idb-storage.ts';
import type { BootStorage } from './storage/kept-boot.ts';
import { Saver } from './storage/saver.ts';
import type { EntryOwner, ReplicaStorage } from './storage/storage.ts';
import { shareStream, type TabMessage } from './tabs.ts';
import { newApiTransport } from './transport/api-transport.ts';
import { newPauseClock } from './transport/pause-clock.ts';
import type { Clock, Transport } from './transport/transport.ts';
import type { Boot } from './types.ts';

const clock: Clock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Safari has no requestIdleCallback. */
const whenIdle = (run: () => void) => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2_000 });
  else run();
};

const tabId = newId(Date.now());
const lockOfTab = (id: string) => `docket/tab/${id}`;
/** Undefined without a secure context. */
const { locks } = navigator as { locks?: LockManager };
/** Held until the page ends. Requested once, because a second request for the same name would wait for the first. */
const ownLock = locks && holdLock(locks, lockOfTab(tabId));

const transport = sendAfterPaint(newApiTransport({ client: api, fetch: (path, init) => fetch(path, init) }));

/** Sends a change after it was painted: making the request takes a tenth of a frame. The entry is stored by then. */
function sendAfterPaint(given: Transport): Transport {
  return {
    ...given,
    send: async (entry, cached) => {
      const isNew = clock.now() - entry.madeAtMs < newForMs;
      if (isNew && !document.hidden) await new Promise<void>((resolve) => void afterPaint(resolve));
      return given.send(entry, cached);
    },
  };
}

const touchEveryMs = 20_000;
const newForMs = 100;
const goneAfterMs = 60_000;

interface Running {
  replica: Replica;
  drafts: Drafts;
  storage: ReplicaStorage;
  saver?: Saver;
}
let running: Running | undefined;

function theRunning(): Running {
  if (!running) throw new Error('The replica is used before startReplica');
  return running;
}

/** The stored boot of the last user of this browser. */
export const readKeptBoot = (): Promise<Boot | undefined> =>
  early?.storage.readBoot().catch(() => undefined) ?? Promise.resolve(undefined);

/** Called when the session has ended: removes all server data. Unsent changes wait for the next sign-in. */
export function forgetLastUser(): void {
  localStorage.removeItem(lastUserKey);
  running?.saver?.end();
  void forget();
}

/** Removes the stored data of everybody, or of everybody but one person. */
const forget = (exceptUserId?: string) =>
  import('./storage/forget.ts').then((module) => module.forget(exceptUserId)).catch(() => {});

/** Called when the person has signed in again in the same page. */
export function signedIn(): void {
  const { replica, saver } = theRunning();
  localStorage.setItem(lastUserKey, replica.boot.me.id);
  saver?.resume();
  replica.signedIn();
}

/** The replica of the signed-in person. */
export const theReplica = (): Replica => theRunning().replica;
export const theDrafts = (): Drafts => theRunning().drafts;

/**
 * Called once, before the first screen of a signed-in person is drawn. A stored boot is requested again as soon as the
 * server answers. Resolves when there is something to draw; the returned function must be called after that is painted,
 * and reads the rest.
 */
export async function startReplica(
  boot: Boot,
  { isKept }: { isKept: boolean },
): Promise<() => Promise<void>> {
  const userId = boot.me.id;
  const known = early?.userId === userId ? early : undefined;
  localStorage.setItem(lastUserKey, userId);
  const storage = known?.storage ?? openStorage(userId);
  const replica = new Replica({ boot, transport, clock, newId: () => newId(Date.now()) });
  const drafts = new Drafts(storage, clock);
  running = { replica, drafts, storage };
  const tabs = new Tabs(storage);
  const { screen, readRest } = known ?? readKept(storage);
  const [shown, unsent] = await Promise.all([screen, tabs.takeUnsent(), drafts.restore().catch(() => {})]);
  keepBoot(replica, storage, isKept);
  whenIdle(() => void forget(userId));
  adoptUnsaved(drafts, userId);
  keepConflictingTexts(replica, drafts);
  replica.on('unsent', ({ ticketId, parentId, content }) => {
    const key = ['comment', ticketId, parentId].filter(Boolean).join(':');
    const typed = drafts.get(key).text.trim();
    drafts.set(key, typed === '' || typed === content ? content : `${content}\n\n${typed}`);
  });
  const isBegun = shown !== undefined && unsent.length === 0 && replica.begin(shown);
  if (!isBegun) replica.restore(await readRest());
  // Before the first paint, which would otherwise show the state without these changes for a moment.
  replica.adopt(unsent);
  const saver = new Saver(replica, storage, newPauseClock(clock, { target: window, whenIdle }), tabId, {
    findAddress: () => location.pathname + location.search,
    nextTask: () => new Promise((resolve) => setTimeout(resolve)),
  });
  running.saver = saver;
  replica.on('notice', ({ kind }) => {
    if (kind === 'signed-out') forgetLastUser();
  });
  saveWhenLeft(drafts, saver, userId);
  // The stream resumes at the position where all rows are valid; from then on they are saved.
  const follow = () => {
    tabs.keepTaking(replica);
    share(replica, saver, userId);
    addEventListener('online', () => replica.retryNow());
    addEventListener('offline', () => replica.setStream('offline'));
  };
  if (!isBegun) {
    follow();
    return async () => {};
  }
  let rest: Promise<void> | undefined;
  return () => {
    rest ??= readRest().then((snapshot) => {
      replica.restore(snapshot);
      follow();
    });
    return rest;
  };
}

function saveWhenLeft(drafts: Drafts, saver: Saver, userId: string): void {
  addEventListener('pagehide', () => {
    keepUnsaved(drafts, userId);
    void Promise.all([drafts.save(), saver.save()]);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void Promise.all([drafts.save(), saver.save()]);
    else theReplica().retryNow();
  });
}

function keepBoot(replica: Replica, storage: BootStorage, isKept: boolean): void {
  const userId = replica.boot.me.id;
  const write = () => {
    // Another person signed in in another tab: this page must not mix their data.
    if (replica.boot.me.id !== userId) location.reload();
    else void storage.writeBoot(replica.boot).catch(() => {});
  };
  replica.on('boot', write);
  if (isKept) whenLive(replica, () => void replica.reloadBoot());
  else write();
}

/** Runs the callback once, when the event stream is open. */
export function whenLive(replica: Replica, run: () => void): void {
  if (replica.connection.state === 'live') {
    run();
    return;
  }
  const stop = replica.on('state', () => {
    if (replica.connection.state !== 'live') return;
    stop();
    run();
  });
}

/** Saves the person's text of a conflict as a draft until they have chosen, so that a reload does not lose it. */
function keepConflictingTexts(replica: Replica, drafts: Drafts): void {
  const keys = new Set<string>();
  replica.on('state', () => {
    const open = new Map(replica.conflicts.map((one) => [`conflict:${one.ticketId}:${one.field}`, one.mine]));
    for (const [key, mine] of open) if (!keys.has(key)) drafts.set(key, mine);
    for (const key of keys) if (!open.has(key)) drafts.clear(key);
    keys.clear();
    for (const key of open.keys()) keys.add(key);
  });
}

/** Called after signing out: removes everything of the person from this browser. */
export async function forgetReplica(): Promise<void> {
  forgetLastUser();
  localStorage.removeItem(unsavedKey(theReplica().boot.me.id));
  await running?.storage.clear().catch(() => {});
}

function share(replica: Replica, saver: Saver, userId: string): void {
  const channel = new BroadcastChannel(`docket/${userId}`);
  shareStream({
    ...{ tabId, replica, transport, clock, signal: new AbortController().signal },
    channel: {
      post: (message) => channel.postMessage(message),
      listen: (listener) =>
        channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
    },
    // Without locks each tab has its own event stream.
    takeLead: locks && (() => holdLock(locks, `docket/${userId}/stream`)),
    onLead: () => saver.lead(),
  });
}

/** Resolves when the lock is acquired; the page holds it until it ends. */
function holdLock(manager: LockManager, name: string): Promise<void> {
  return new Promise<void>((resolve) => {
    void manager.request(name, () => {
      resolve();
      return new Promise<void>(() => {});
    });
  });
}

/** The tabs of this browser. An open tab holds a lock with its name. */
class Tabs {
  readonly #storage: ReplicaStorage;

  constructor(storage: ReplicaStorage) {
    this.#storage = storage;
  }

  /** Takes over the unsent entries of closed tabs. */
  async takeUnsent(): Promise<Entry[]> {
    await ownLock;
    const locked = new Set((await locks?.query())?.held?.map(({ name }) => name));
    const isGone = (owner: EntryOwner) =>
      owner.tabId !== tabId &&
      (locks ? !locked.has(lockOfTab(owner.tabId)) : owner.touchedAtMs < Date.now() - goneAfterMs);
    return this.#storage.takeEntries(tabId, isGone).catch(() => []);
  }

  /** Keeps taking over the unsent entries of tabs that close. */
  keepTaking(replica: Replica): void {
    clock.after(touchEveryMs, async () => {
      replica.adopt(await this.takeUnsent());
      // Shows that this tab is open, for browsers without locks.
      if (!locks && replica.entries.length > 0)
        await this.#storage.writeEntries(tabId, replica.entries).catch(() => {});
      this.keepTaking(replica);
    });
  }
}

const unsavedKey = (userId: string) => `docket.unsaved.${userId}`;

/** Saves the last keystrokes when the page ends: localStorage writes at once, IndexedDB may not. */
function keepUnsaved(drafts: Drafts, userId: string): void {
  const unsaved = drafts.unsaved();
  if (unsaved.length > 0) localStorage.setItem(unsavedKey(userId), JSON.stringify(unsaved));
}

function adoptUnsaved(drafts: Drafts, userId: string): void {
  const kept = localStorage.getItem(unsavedKey(userId));
  if (kept === null) return;
  localStorage.removeItem(unsavedKey(userId));
  drafts.adopt(JSON.parse(kept));
}
