import { apiTransport } from './api-transport.ts';
import { type DraftStorage, Drafts } from './drafts.ts';
import { followStream } from './follow-stream.ts';
import { newId } from './ids.ts';
import { Replica } from './replica.ts';
import type { Clock } from './transport.ts';
import type { Boot } from './types.ts';

const clock: Clock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

const memoryDrafts: DraftStorage = {
  readDrafts: async () => new Map(),
  writeDraft: async () => {},
};

export const drafts = new Drafts(memoryDrafts, clock);

let current: Replica | undefined;

/** The replica of the signed-in person. */
export function theReplica(): Replica {
  if (!current) throw new Error('The replica is used before startReplica');
  return current;
}

/** Called once, before the first screen of a signed-in person is drawn. */
export function startReplica(boot: Boot): void {
  const replica = new Replica({ boot, transport: apiTransport, clock, newId: () => newId(Date.now()) });
  current = replica;
  void followStream(replica, apiTransport, clock, new AbortController().signal);
  addEventListener('online', () => replica.retryNow());
  addEventListener('pagehide', () => void drafts.save());
  void drafts.restore();
}
