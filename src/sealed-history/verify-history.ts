import { forgottenData } from '../events/index.ts';
import {
  canonicalJson,
  describeKey,
  hashEvent,
  hashSeal,
  instanceHistory,
  isSignedBy,
  leafBytes,
  merkleRoot,
  type Seal,
  type SealedEvent,
  type SealKey,
} from './seal.ts';

/** A history to verify, from a database or from an archive. */
interface History {
  keys: SealKey[];
  /** The seals of a workspace, oldest first. */
  sealsOf: (workspaceId: string) => AsyncIterator<Seal>;
  workspaceIds: string[];
  /** All events in the order of the log. */
  events: AsyncIterable<SealedEvent>;
}

export interface Verdict {
  workspaces: number;
  seals: number;
  sealed: number;
  /** Sealed events whose content was deleted afterwards; only their hash is left. */
  forgotten: number;
  /** The newest events, which the next seals will contain. */
  unsealed: number;
  /** The newest seal of each workspace. To whom it was told, nobody can present a shorter history. */
  newest: { workspaceId: string; number: number; hash: string }[];
  /** What does not fit first; undefined if everything fits. */
  problem?: string;
}

class DoesNotFit extends Error {}

/** Compares every event with the seals, and every seal with its signature and the one before it. */
export async function verifyHistory(history: History): Promise<Verdict> {
  const verdict: Verdict = { workspaces: 0, seals: 0, sealed: 0, forgotten: 0, unsealed: 0, newest: [] };
  try {
    const keys = new Map(history.keys.map(({ id, publicKey }) => [id, publicKey]));
    for (const [id, publicKey] of keys)
      if (describeKey(publicKey) !== id) throw new DoesNotFit(`The key ${id} is not the one of that name`);
    const chains = new Map<string, Chain>();
    for (const id of history.workspaceIds) chains.set(id, new Chain(id, history.sealsOf(id), keys, verdict));
    for await (const event of history.events) {
      const chain = chains.get(event.workspaceId ?? instanceHistory);
      if (!(await chain?.take(event))) verdict.unsealed++;
    }
    for (const chain of chains.values()) await chain.end();
  } catch (error) {
    if (!(error instanceof DoesNotFit)) throw error;
    verdict.problem = error.message;
  }
  return verdict;
}

/** The seals of one workspace, and how far its events have been compared with them. */
class Chain {
  readonly #workspaceId: string;
  readonly #seals: AsyncIterator<Seal>;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #verdict: Verdict;
  #seal: Seal | undefined;
  #previous: Seal | undefined;
  #at = 0;
  #lastEvent: string | undefined;
  #isOver = false;

  constructor(id: string, seals: AsyncIterator<Seal>, keys: ReadonlyMap<string, string>, verdict: Verdict) {
    this.#workspaceId = id;
    this.#seals = seals;
    this.#keys = keys;
    this.#verdict = verdict;
  }

  /** Returns false if the event comes after the last seal. */
  async take(event: SealedEvent): Promise<boolean> {
    await this.#next();
    const seal = this.#seal;
    if (!seal) return false;
    this.#compare(event, seal);
    this.#at++;
    this.#lastEvent = event.id;
    this.#verdict.sealed++;
    if (this.#at === seal.count && event.id !== seal.to)
      throw this.#error(seal, `ends with event ${seal.to}, but event ${event.id} is in its place`);
    return true;
  }

  #compare(event: SealedEvent, seal: Seal): void {
    const leafAt = (index: number) => seal.leaves.subarray(index * leafBytes, (index + 1) * leafBytes);
    const hash = hashEvent(event);
    if (this.#at === 0 && event.id !== seal.from)
      throw this.#error(seal, `starts with event ${seal.from}, but event ${event.id} is in its place`);
    if (hash.equals(leafAt(this.#at))) return;
    if (isForgotten(event)) {
      this.#verdict.forgotten++;
      return;
    }
    const where = this.#lastEvent ? ` after event ${this.#lastEvent}` : '';
    for (let index = this.#at + 1; index < seal.count; index++)
      if (hash.equals(leafAt(index)))
        throw this.#error(
          seal,
          `has another event${where} before event ${event.id}: it was removed or moved`,
        );
    throw this.#error(seal, `does not contain event ${event.id} as it is${where}: it was changed or added`);
  }

  async #next(): Promise<void> {
    while (!this.#isOver && (this.#seal === undefined || this.#at === this.#seal.count)) {
      const { value, done } = await this.#seals.next();
      this.#previous = this.#seal ?? this.#previous;
      this.#seal = done ? undefined : value;
      this.#at = 0;
      if (done) this.#isOver = true;
      else this.#check(value);
    }
  }

  #check(seal: Seal): void {
    const before = this.#previous;
    if (seal.number !== (before?.number ?? 0) + 1)
      throw this.#error(seal, `follows seal ${before?.number ?? 0}: a seal in between was removed`);
    if (seal.previous !== (before ? hashSeal(before) : null))
      throw this.#error(seal, 'was made after another seal than the one before it, which was replaced');
    if (seal.count === 0 || seal.leaves.length !== seal.count * leafBytes)
      throw this.#error(seal, 'does not have as many hashes as events');
    if (merkleRoot(seal.leaves) !== seal.root) throw this.#error(seal, 'has hashes that are not its own');
    const key = this.#keys.get(seal.keyId);
    if (key === undefined) throw this.#error(seal, `is signed with the key ${seal.keyId}, which is missing`);
    if (!isSignedBy(seal, key)) throw this.#error(seal, 'has a signature that is not valid');
    this.#verdict.seals++;
  }

  async end(): Promise<void> {
    await this.#next();
    const missing = this.#seal && this.#seal.count - this.#at;
    if (this.#seal && missing)
      throw this.#error(
        this.#seal,
        `contains ${missing} more ${missing === 1 ? 'event' : 'events'}${this.#lastEvent ? ` after event ${this.#lastEvent}` : ''}: removed from the history`,
      );
    const newest = this.#previous;
    if (!newest) return;
    this.#verdict.workspaces++;
    this.#verdict.newest.push({
      workspaceId: this.#workspaceId,
      number: newest.number,
      hash: hashSeal(newest),
    });
  }

  #error(seal: Seal, problem: string): DoesNotFit {
    const of = this.#workspaceId === instanceHistory ? 'the instance' : `workspace ${this.#workspaceId}`;
    return new DoesNotFit(`Seal ${seal.number} of ${of} ${problem}.`);
  }
}

/** True if the mark is all that is left of the content. */
const isForgotten = ({ data }: SealedEvent) => canonicalJson(data) === forgottenData;
