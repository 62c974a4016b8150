import { isLong, tooManySlow } from './long-transactions.ts';

const slowForMs = 10_000;
const slowWaitingMax = 20;
const peopleMax = 1_000;

interface Share {
  running: number;
  slowUntil: number;
  waiting: { resolve: () => void; reject: (error: Error) => void }[];
}

const isSlow = ({ slowUntil }: Share) => performance.now() < slowUntil;

/**
 * Limits the connections of people whose transactions have many statements. Without it, one person's bulk changes would hold all of
 * them, and everybody else's changes would wait behind those that follow.
 *
 * | a person                                        | connections                                    |
 * |-------------------------------------------------|------------------------------------------------|
 * | all of whose transactions are small             | as many as there are                           |
 * | with one of over 200 statements in the last 10 s | half of them; 20 wait, and the next is refused |
 */
export class ConnectionShares {
  readonly #connections: number;
  readonly #byPerson = new Map<string, Share>();

  constructor(connections: number) {
    this.#connections = connections;
  }

  async run<T>(person: string | undefined, work: (noteStatement: () => void) => Promise<T>): Promise<T> {
    if (person === undefined) return work(() => {});
    const share = this.#shareOf(person);
    if (this.#mayRun(share)) share.running++;
    // Who ends counts the next one in, so nobody who comes later can take the place.
    else await this.#wait(share);
    let statements = 0;
    try {
      return await work(() => {
        statements++;
      });
    } finally {
      if (isLong(statements)) share.slowUntil = performance.now() + slowForMs;
      share.running--;
      this.#letNextRun(share);
      this.#refuseTooMany(share);
    }
  }

  #wait(share: Share): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      share.waiting.push({ resolve, reject });
      this.#refuseTooMany(share);
    });
  }

  /** Requests that wait count as load, for which everybody else would be refused. */
  #refuseTooMany(share: Share): void {
    if (!isSlow(share)) return;
    for (const { reject } of share.waiting.splice(slowWaitingMax)) reject(tooManySlow());
  }

  #letNextRun(share: Share): void {
    while (share.waiting.length > 0 && this.#mayRun(share)) {
      share.running++;
      share.waiting.shift()?.resolve();
    }
  }

  #mayRun(share: Share): boolean {
    return share.running < (isSlow(share) ? Math.ceil(this.#connections / 2) : this.#connections);
  }

  #shareOf(person: string): Share {
    const known = this.#byPerson.get(person);
    if (known) return known;
    if (this.#byPerson.size >= peopleMax) this.#forgetIdle();
    const share: Share = { running: 0, slowUntil: Number.NEGATIVE_INFINITY, waiting: [] };
    this.#byPerson.set(person, share);
    return share;
  }

  #forgetIdle(): void {
    const now = performance.now();
    for (const [person, { running, slowUntil }] of this.#byPerson)
      if (running === 0 && slowUntil < now) this.#byPerson.delete(person);
  }
}
