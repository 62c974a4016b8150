import { Replica } from '../replica.ts';
import type { Answer, Clock, Transport } from '../transport.ts';
import type { StreamMessage } from '../types.ts';
import { ModelServer } from './model-server.ts';

/** Time that passes when the test says so. */
export class FakeClock implements Clock {
  #now = Date.parse('2026-11-15T10:00:00.000Z');
  #timers: { at: number; run: () => void }[] = [];

  now = (): number => this.#now;

  after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Runs what is due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = end;
  }
}

/** Lets every promise that is ready run on. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

type Step = () => void;

/**
 * A replica and its server. What the server does happens when the request arrives; its answer, and each event, waits until
 * the test lets it through, in any order of requests.
 */
export class TestWorld {
  readonly server = new ModelServer();
  readonly clock = new FakeClock();
  readonly replica: Replica;
  /** Requests that have not arrived, and answers that have not come back. */
  readonly steps: Step[] = [];
  isOnline = true;
  #position = 0;
  #ids = 0;

  constructor(prefix = 't') {
    this.replica = new Replica({
      boot: this.server.boot(),
      transport: this.#transport(),
      clock: this.clock,
      newId: () => `${prefix}${String(++this.#ids).padStart(4, '0')}`,
    });
    this.replica.receive({ cursor: '0' });
  }

  /** Lets through what waits at a place in the queue. */
  step(index: number): void {
    const [step] = this.steps.splice(index % Math.max(1, this.steps.length), 1);
    step?.();
  }

  /** Delivers the next event that the stream has not seen. */
  deliver(): boolean {
    const [next] = this.server.eventsAfter(this.#position);
    if (!next) return false;
    this.#position = next.position;
    this.replica.receive({ cursor: String(next.position), event: next.event });
    return true;
  }

  /** Everything arrives, until nothing is left to happen. */
  async finish(): Promise<void> {
    this.isOnline = true;
    for (let idle = 0; idle < 3; ) {
      await settle();
      let isBusy = this.steps.length > 0;
      while (this.steps.length > 0) {
        this.step(0);
        await settle();
      }
      while (this.deliver()) isBusy = true;
      this.replica.retryNow();
      this.clock.advance(31_000);
      await settle();
      idle = isBusy || this.steps.length > 0 ? 0 : idle + 1;
    }
  }

  #request<T>(perform: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.steps.push(() => {
        if (!this.isOnline) return reject(new Error('offline'));
        const answer = perform();
        this.steps.push(() => (this.isOnline ? resolve(answer) : reject(new Error('offline'))));
      });
    });
  }

  #transport(): Transport {
    const { server } = this;
    const request = <T>(perform: () => T) => this.#request(perform);
    return {
      boot: () => request(() => server.boot()),
      async *load(scope) {
        yield* await request(() => server.load(scope));
      },
      list: (_query, _cursor, limit) => request(() => server.list(limit)),
      byRef: (refs) =>
        request(() => {
          const rows = refs.flatMap((ref) => server.row(ref) ?? []);
          return { rows, missing: refs.filter((ref) => !server.row(ref)) };
        }),
      counts: ({ project }) =>
        request(() => {
          const rows = server.rows().filter(({ projectId }) => projectId === project);
          return { total: rows.length, by: {} };
        }),
      checksum: () => request(() => ({ cursor: String(server.position), checksums: [] })),
      getTicket: () => Promise.reject(new Error('not needed')),
      send: (entry) => request(() => server.receive(entry)).catch((): Answer => ({ kind: 'unreached' })),
      events: (): AsyncIterable<StreamMessage> => {
        throw new Error('The test delivers events');
      },
    };
  }
}
