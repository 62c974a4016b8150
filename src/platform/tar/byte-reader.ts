/** Reads exact numbers of bytes from chunks of any size. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #cutOff: () => Error;
  #rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>, cutOff: () => Error) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#cutOff = cutOff;
  }

  /** Reads at least one byte, and at most `max`. */
  async readSome(max: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) throw this.#cutOff();
      this.#rest = value;
    }
    const taken = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(taken.length);
    return Buffer.from(taken.buffer, taken.byteOffset, taken.length);
  }

  async read(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = bytes; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await this.readSome(left));
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
