import type { Core } from '../core.ts';

const refsMax = 100;
const retryAfterMs = 2_000;

/** Requests single tickets by id or key; those wanted at the same moment share a request. */
export class Wanted {
  readonly #core: Core;
  readonly #refs = new Set<string>();
  readonly #missing = new Set<string>();
  #isAsking = false;

  constructor(core: Core) {
    this.#core = core;
  }

  /** True if the server does not have the ticket, or this person cannot read it. */
  isMissing = (ref: string): boolean => this.#missing.has(ref.toLowerCase());

  /** Requests a ticket unless it is cached. */
  want(ref: string): void {
    if (this.isMissing(ref) || this.#core.ticketId(ref) !== undefined) return;
    this.refetch(ref);
  }

  /** Requests a ticket, cached or not. */
  refetch(ref: string): void {
    this.#refs.add(ref.toLowerCase());
    this.#ask(0);
  }

  forgetMissing(ref?: string): void {
    if (ref === undefined) this.#missing.clear();
    else this.#missing.delete(ref.toLowerCase());
  }

  #ask(afterMs: number): void {
    if (this.#isAsking || this.#refs.size === 0) return;
    this.#isAsking = true;
    this.#core.clock.after(afterMs, () => void this.#fetch());
  }

  async #fetch(): Promise<void> {
    const { transport, shown } = this.#core;
    const refs = [...this.#refs].slice(0, refsMax);
    for (const ref of refs) this.#refs.delete(ref);
    const since = shown.confirmed.beginLoad();
    let waitMs = 0;
    try {
      const { rows, missing } = await transport.byRef(refs);
      const absent = new Set(missing.map((ref) => ref.toLowerCase()));
      for (const ref of absent) this.#missing.add(ref);
      // The rows come in the order of the refs. A ticket that moved keeps its old keys.
      const found = refs.filter((ref) => !absent.has(ref));
      if (found.length === rows.length) {
        for (const [index, row] of rows.entries()) this.#core.nameTicket(found[index] as string, row.id);
      }
      this.#core.confirmAll(rows, since);
      this.#removeAbsent(absent, since);
      for (const ref of refs) this.#core.tellRow(ref);
    } catch (error) {
      this.#core.fail(error);
      for (const ref of refs) this.#refs.add(ref);
      waitMs = retryAfterMs;
    } finally {
      shown.confirmed.endLoad(since);
    }
    this.#isAsking = false;
    this.#ask(waitMs);
  }

  /** Removes cached rows that the server no longer has: an event reported their change but not their removal. */
  #removeAbsent(refs: ReadonlySet<string>, since: number): void {
    const { shown } = this.#core;
    const ids = [...refs].filter((ref) => shown.confirmed.get(ref) !== undefined);
    if (ids.length === 0) return;
    this.#core.batch(false, () => {
      for (const id of ids) shown.confirmed.removeAbsent(id, since);
      shown.refresh(ids);
    });
  }
}
