export interface BodyLimits {
  /** The limit for all bodies in flight. */
  bytesMax: number;
  /** The limit for bodies over `smallBytes`: the rest is reserved for small ones, such as a sign-in. */
  largeBytesMax: number;
  /** The limit for bodies over `smallBytes` of callers who are not signed in. */
  anonymousLargeBytesMax: number;
  /** The limit for one person or, without sign-in, for one address. */
  callerBytesMax: number;
  smallBytes: number;
}

const mebibyte = 1024 * 1024;

const defaultLimits: BodyLimits = {
  bytesMax: 128 * mebibyte,
  largeBytesMax: 96 * mebibyte,
  anonymousLargeBytesMax: 64 * mebibyte,
  // One delivery of a code host has up to 25 MiB.
  callerBytesMax: 32 * mebibyte,
  smallBytes: 64 * 1024,
};

export interface BodyOwner {
  /** Identifies the caller. */
  caller: string;
  isAnonymous: boolean;
  bytes: number;
}

/** Counts the bytes of request bodies that are received or processed, and decides which body may be received. */
export class BodyBudget {
  readonly #limits: BodyLimits;
  readonly #ofCaller = new Map<string, number>();
  #reserved = 0;
  #reservedLarge = 0;
  #reservedAnonymousLarge = 0;

  constructor(limits: Partial<BodyLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  get reservedBytes(): number {
    return this.#reserved;
  }

  /** Reserves the bytes and returns true, or returns false if the body must not be received. */
  reserve(body: BodyOwner): boolean {
    const { bytesMax, largeBytesMax, anonymousLargeBytesMax, callerBytesMax } = this.#limits;
    const { caller, isAnonymous, bytes } = body;
    if (this.#reserved + bytes > bytesMax) return false;
    if ((this.#ofCaller.get(caller) ?? 0) + bytes > callerBytesMax) return false;
    if (this.#isLarge(body)) {
      if (this.#reservedLarge + bytes > largeBytesMax) return false;
      if (isAnonymous && this.#reservedAnonymousLarge + bytes > anonymousLargeBytesMax) return false;
    }
    this.#add(body, bytes);
    return true;
  }

  release(body: BodyOwner): void {
    this.#add(body, -body.bytes);
  }

  #isLarge({ bytes }: BodyOwner): boolean {
    return bytes > this.#limits.smallBytes;
  }

  #add(body: BodyOwner, bytes: number): void {
    const own = (this.#ofCaller.get(body.caller) ?? 0) + bytes;
    if (own > 0) this.#ofCaller.set(body.caller, own);
    else this.#ofCaller.delete(body.caller);
    this.#reserved += bytes;
    if (!this.#isLarge(body)) return;
    this.#reservedLarge += bytes;
    if (body.isAnonymous) this.#reservedAnonymousLarge += bytes;
  }
}
