/** The line format of git's protocol: four hexadecimal digits with the length, then the bytes. */

export const flush = Buffer.from('0000');
const lineLengthMax = 65_520;

export function pktLine(content: string | Buffer): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

/** The bytes are not git's protocol. */
export class ProtocolError extends Error {}

/** Reads lines from a stream, then what follows them. */
export class PktReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #buffered: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The bytes of the next line, `flush` for a line that ends a section, or undefined at the end of the stream. */
  async next(): Promise<Buffer | 'flush' | undefined> {
    if (!(await this.#fill(4))) {
      if (this.#buffered.length > 0) throw new ProtocolError('the request ends within a line');
      return undefined;
    }
    const digits = this.#buffered.toString('latin1', 0, 4);
    const length = /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
    if (length === 0) {
      this.#buffered = this.#buffered.subarray(4);
      return 'flush';
    }
    if (length < 4 || length > lineLengthMax)
      throw new ProtocolError('the request has a line without a length');
    if (!(await this.#fill(length))) throw new ProtocolError('the request ends within a line');
    const line = this.#buffered.subarray(4, length);
    this.#buffered = this.#buffered.subarray(length);
    return line;
  }

  /** Everything that has not been read as lines. */
  async *rest(): AsyncGenerator<Buffer> {
    if (this.#buffered.length > 0) yield this.#buffered;
    this.#buffered = Buffer.alloc(0);
    yield* { [Symbol.asyncIterator]: () => this.#chunks };
  }

  async #fill(bytes: number): Promise<boolean> {
    while (this.#buffered.length < bytes) {
      const { value, done } = await this.#chunks.next();
      if (done) return false;
      this.#buffered = this.#buffered.length === 0 ? value : Buffer.concat([this.#buffered, value]);
    }
    return true;
  }
}

export const withoutNewline = (line: Buffer) => (line.at(-1) === 0x0a ? line.subarray(0, -1) : line);
