import { Replica } from '../replica.ts';
import { type ProjectSnapshot, readProject, toRecord } from '../snapshot.ts';
import type { FirstScreen } from '../storage/first-screen.ts';
import type { Answer, Clock, LoadScope, Transport } from '../transport/transport.ts';
import type { StreamMessage, TicketRow, TicketWithDetails, ViewQuery } from '../types.ts';
import { compileOrder, compileQuery } from '../views/match.ts';
import { ada, ModelServer } from './model-server.ts';

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

  /** Nothing is to happen within the next minute. */
  get isIdle(): boolean {
    return this.#timers.every(({ at }) => at > this.#now + 60_000);
  }

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

/** Lets every promise that is ready run on; one timer costs less under node:test than many awaits. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** How a waiting request or answer fails. */
export type Fault = 'lost' | 'signed-out';

type Step = (fault?: Fault) => void;

const pageSize = 3;
/** Fewer than there are, so that what a page begins with is not all. */
const firstScreenRows = 2;

/**
 * A tab: a replica, its connection to the server and its part of the storage. What the server does happens when a request
 * arrives; the request, its answer and each event wait until the test lets them through.
 */
export class Tab {
  readonly server: ModelServer;
  readonly clock: FakeClock;
  replica: Replica;
  /** Requests that have not arrived, and answers that have not come back. */
  steps: Step[] = [];
  isOnline = true;
  #snapshot: { cursor: string; projects: ProjectSnapshot[] } | undefined;
  #screen: FirstScreen | undefined;
  #readRest: (() => void) | undefined;
  #position = 0;
  #page = 0;
  readonly #newId: () => string;

  constructor(server = new ModelServer(), clock = new FakeClock(), prefix = 't') {
    this.server = server;
    this.clock = clock;
    let ids = 0;
    this.#newId = () => `${prefix}${String(++ids).padStart(4, '0')}`;
    this.replica = this.#newReplica();
    this.#openStream(server.position);
  }

  /** Lets through, or fails, what waits at a place of the line. */
  step(index: number, fault?: Fault): void {
    const [step] = this.steps.splice(index % Math.max(1, this.steps.length), 1);
    step?.(fault);
  }

  /** Delivers the next event that the stream has not seen. */
  deliver(): boolean {
    this.readRest();
    const [next] = this.server.eventsAfter(this.#position);
    if (!next) return false;
    this.#position = next.position;
    this.replica.receive({ cursor: String(next.position), event: next.event });
    return true;
  }

  /** Events are lost without anybody noticing. */
  skipEvents(): void {
    this.readRest();
    this.#position = this.server.position;
  }

  /** The connection breaks; after it some events come a second time. */
  reconnect(seenTwice: number): void {
    this.readRest();
    this.replica.setStream('connecting');
    this.#openStream(Math.max(0, this.#position - seenTwice));
  }

  save(): void {
    const { replica } = this;
    const projects = replica.holdings
      .current()
      .flatMap((id) => replica.snapshotOf(id) ?? [])
      .map(toRecord);
    this.#snapshot = { cursor: replica.cursor ?? '0', projects };
    this.#screen = replica.firstScreen(firstScreenRows);
  }

  /** The page is loaded anew: rows as they were saved, entries as they are; what was under way is lost. */
  reload(): void {
    const { entries } = this.replica;
    this.#page++;
    this.steps = [];
    this.replica = this.#newReplica();
    this.#readRest = () => {
      if (this.#snapshot) {
        const { cursor, projects } = this.#snapshot;
        this.replica.restore({ cursor, projects: projects.map(readProject) });
      }
      this.#openStream(this.#snapshot ? Number(this.#snapshot.cursor) : this.server.position);
    };
    const isBegun = this.#screen && entries.length === 0 && this.replica.begin(this.#screen);
    if (!isBegun) this.readRest();
    this.replica.adopt(entries);
  }

  /** What the page saved is read as a whole. Until then it shows the first screen alone, and the stream is closed. */
  readRest(): void {
    const read = this.#readRest;
    this.#readRest = undefined;
    read?.();
  }

  /** Everything arrives, until nothing is left to happen. */
  async finish(): Promise<void> {
    this.isOnline = true;
    this.replica.signedIn();
    await settle();
    while (this.isBusy) {
      // Events first: an answer that comes late must not bring old rows back.
      while (this.deliver());
      while (this.steps.length > 0) {
        this.step(0);
        await settle();
      }
      this.replica.retryNow();
      this.clock.advance(31_000);
      await settle();
    }
  }

  get isBusy(): boolean {
    const hasEvents = this.server.eventsAfter(this.#position).length > 0;
    return (
      this.#readRest !== undefined ||
      hasEvents ||
      this.steps.length > 0 ||
      this.replica.entries.length > 0 ||
      !this.clock.isIdle
    );
  }

  #openStream(position: number): void {
    this.#position = position;
    this.replica.receive({ cursor: String(position) });
  }

  #newReplica(): Replica {
    return new Replica({
      boot: this.server.boot(),
      transport: this.#transport(),
      clock: this.clock,
      newId: this.#newId,
    });
  }

  #request<T>(perform: () => T): Promise<T> {
    const page = this.#page;
    return new Promise((resolve, reject) => {
      const isLost = () => !this.isOnline || page !== this.#page;
      this.steps.push((fault) => {
        if (fault || isLost()) return reject(new Error(fault ?? 'lost'));
        const answer = attempt(perform, reject);
        this.steps.push((later) =>
          later === 'lost' || isLost() ? reject(new Error('lost')) : resolve(answer),
        );
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
      list: (query, cursor) => request(() => this.#list(query, cursor)),
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
      checksum: (scopes) =>
        request(() => ({ cursor: String(server.position), checksums: sumsOf(server, scopes) })),
      getTicket: (id) => request(() => detailsOf(server, id)),
      send: (entry) =>
        request(() => server.receive(entry)).catch((error: Error): Answer => {
          return error.message === 'signed-out' ? { kind: 'signed-out' } : { kind: 'unreached' };
        }),
      events: (): AsyncIterable<StreamMessage> => {
        throw new Error('The test delivers events');
      },
    };
  }

  /** Small pages, so that views have several. */
  #list(query: ViewQuery, cursor: string | undefined) {
    const rows = expectedRows(this.server, query);
    const after = cursor === undefined ? undefined : (JSON.parse(cursor) as TicketRow);
    const rest = after ? rows.filter((row) => compileOrder(query)(after, row) < 0) : rows;
    const page = rest.slice(0, pageSize);
    const nextCursor = rest.length > pageSize ? JSON.stringify(page.at(-1)) : null;
    return { rows: page, total: rows.length, nextCursor };
  }
}

/** A request that the server cannot answer fails. */
function attempt<T>(perform: () => T, reject: (error: unknown) => void): T {
  try {
    return perform();
  } catch (error) {
    reject(error);
    return undefined as T;
  }
}

const sumsOf = (server: ModelServer, scopes: LoadScope[]) =>
  scopes.map(({ projectId }) => {
    const rows = server.rows().filter((row) => row.projectId === projectId);
    return {
      homeId: projectId,
      rows: rows.length,
      versions: rows.reduce((sum, row) => sum + row.version, 0),
    };
  });

/** The rows of a view as the server has them. */
export function expectedRows(server: ModelServer, query: ViewQuery): TicketRow[] {
  const { projects } = server.boot();
  const projectId = (ref: string) => projects.find(({ id, key }) => ref === id || ref === key)?.id;
  const context = { me: ada, zone: 'UTC', nowMs: 0, projectId, ticketId: (ref: string) => ref };
  return server.rows().filter(compileQuery(query, context)).sort(compileOrder(query));
}

function detailsOf(server: ModelServer, id: string): TicketWithDetails {
  const row = server.row(id);
  if (!row) throw new Error('not found');
  const labels = row.labelIds.map((label) => ({ id: label }));
  const description = server.description(id);
  // Of the details, the replica reads the texts and what makes a row.
  return { ...withoutNulls(row), description, labels, _count: row.counts } as unknown as TicketWithDetails;
}

const withoutNulls = (row: TicketRow) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** The verbs without the sentences that are shown. */
export const testVerbs = ({ verbs }: Replica) => ({
  changeTickets: (ids: string[], patch: Parameters<typeof verbs.changeTickets>[1], summary = '') =>
    verbs.changeTickets(ids, patch, summary),
  createTicket: (fields: Parameters<typeof verbs.createTicket>[0]) => verbs.createTicket(fields, ''),
  placeTicket: (id: string, place: Parameters<typeof verbs.placeTicket>[1]) =>
    verbs.placeTicket(id, place, ''),
  deleteTickets: (ids: string[], summary = '') => verbs.deleteTickets(ids, summary),
  addComment: (id: string, content: string, parentId?: string) => verbs.addComment(id, content, parentId),
  undo: verbs.undo,
  redo: verbs.redo,
});
