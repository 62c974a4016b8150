import { isLong, tooManySlow } from '../long-transactions.ts';
import { SlowWriterRests } from '../slow-writer-rests.ts';

const slowForMs = 10_000;
const slowWaitingMax = 20;
const peopleMax = 1_000;

interface Share {
  person: string;
  running: number;
  slowUntil: number;
  waiting: { resolve: () => void; reject: (error: Error) => void }[];
  /** Runs the next transaction when the rest is over. */
  restTimer: NodeJS.Timeout | undefined;
}

/** The statement counter of a transaction. */
export interface StatementCount {
  add(count: number): void;
  /** Declares that the transaction will have so many statements that it counts as long. */
  expectMany(): void;
}

const uncounted: StatementCount = { add: () => {}, expectMany: () => {} };

const isSlow = ({ slowUntil }: Share) => performance.now() < slowUntil;

/**
 * Limits the connections of people whose transactions have many statements. Without it, one person's bulk changes would hold all of
 * them, everybody else's changes would wait behind those that follow, and their reads would wait for the processors.
 *
 * | a person                                         | connections                                                     |
 * |--------------------------------------------------|-----------------------------------------------------------------|
 * | all of whose transactions are small              | as many as there are                                            |
 * | with one of over 200 statements in the last 10 s | half of them; 20 wait, and the next is refused                  |
 * | the same, while other people change something    | one; none while they rest for three times as long as it took    |
 */
export class ConnectionShares {
  readonly #connections: number;
  readonly #byPerson = new Map<string, Share>();
  readonly #rests = new SlowWriterRests();

  constructor(connections: number) {
    this.#connections = connections;
  }

  async run<T>(person: string | undefined, work: (statements: StatementCount) => Promise<T>): Promise<T> {
    if (person === undefined) return work(uncounted);
    const share = this.#findShare(person);
    this.#rests.noteSubmitted(person);
    if (this.#mayRun(share)) share.running++;
    // `#letNextRun` counts a waiting transaction before it wakes it, so that no later one can take its place.
    else await this.#wait(share);
    let statements = 0;
    const startedAt = performance.now();
    // Counts at once, not at the end: further transactions of this kind may start before it ends.
    const expectMany = () => {
      share.slowUntil = Math.max(share.slowUntil, startedAt + slowForMs);
    };
    try {
      return await work({
        expectMany,
        add: (count) => {
          statements += count;
          if (isLong(statements)) expectMany();
        },
      });
    } finally {
      if (isLong(statements)) this.#noteLong(share, performance.now() - startedAt);
      share.running--;
      this.#letNextRun(share);
      this.#refuseTooMany(share);
    }
  }

  #noteLong(share: Share, ms: number): void {
    share.slowUntil = performance.now() + slowForMs;
    this.#rests.noteLongTransaction(share.person, ms);
  }

  #wait(share: Share): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      share.waiting.push({ resolve, reject });
      this.#refuseTooMany(share);
      this.#awaitEndOfRest(share);
    });
  }

  /** Waiting requests count as load, which would make the server refuse requests of everybody else. */
  #refuseTooMany(share: Share): void {
    if (!isSlow(share)) return;
    for (const { reject } of share.waiting.splice(slowWaitingMax)) reject(tooManySlow());
  }

  #letNextRun(share: Share): void {
    while (share.waiting.length > 0 && this.#mayRun(share)) {
      share.running++;
      share.waiting.shift()?.resolve();
    }
    this.#awaitEndOfRest(share);
  }

  /** While one of the person's transactions runs, its end wakes the next. Without one, only a rest makes them wait, which may be over by now. */
  #awaitEndOfRest(share: Share): void {
    if (share.waiting.length === 0 || share.running > 0 || share.restTimer) return;
    share.restTimer = setTimeout(() => {
      share.restTimer = undefined;
      this.#letNextRun(share);
    }, this.#rests.restMsLeft(share.person));
  }

  #mayRun(share: Share): boolean {
    return share.running < this.#connectionLimit(share);
  }

  #connectionLimit(share: Share): number {
    if (!isSlow(share)) return this.#connections;
    if (!this.#rests.areOthersPresent(share.person)) return Math.ceil(this.#connections / 2);
    return this.#rests.mustRest(share.person) ? 0 : 1;
  }

  #findShare(person: string): Share {
    const known = this.#byPerson.get(person);
    if (known) return known;
    if (this.#byPerson.size >= peopleMax) this.#forgetIdle();
    const share: Share = {
      person,
      running: 0,
      slowUntil: Number.NEGATIVE_INFINITY,
      waiting: [],
      restTimer: undefined,
    };
    this.#byPerson.set(person, share);
    return share;
  }

  #forgetIdle(): void {
    const now = performance.now();
    for (const [person, { running, slowUntil, waiting }] of this.#byPerson)
      if (running === 0 && waiting.length === 0 && slowUntil < now) this.#byPerson.delete(person);
  }
}
