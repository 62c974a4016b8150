import { createHash } from 'node:crypto';
import { blockBytes, tarPadding, writeTarHeader } from './tar-header.ts';

/** Where an archive is written. Nobody sees it under its name before `finish`. */
export interface ArchiveSink {
  /** The name for messages. */
  readonly location: string;
  write(chunk: Uint8Array): Promise<void>;
  /** Resolves when the archive is durable under its name. */
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  abort(): Promise<void>;
}

export interface WrittenPart {
  name: string;
  bytes: number;
  sha256: string;
}

/** Writes files into a tar archive, one after the other, without holding any of them whole. */
export class ArchiveWriter {
  readonly #sink: ArchiveSink;
  readonly #createdAtMs: number;
  #bytes = 0;

  constructor(sink: ArchiveSink, createdAtMs: number) {
    this.#sink = sink;
    this.#createdAtMs = createdAtMs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async add(name: string, content: Uint8Array): Promise<WrittenPart> {
    const { isWhole: _, ...written } = await this.addStream(name, content.length, [content]);
    return written;
  }

  /** The header has the size, so a shorter content is filled with zeros and a longer one is cut off. */
  async addStream(
    name: string,
    bytes: number,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<WrittenPart & { isWhole: boolean }> {
    await this.#write(writeTarHeader({ name, bytes }, this.#createdAtMs));
    const hash = createHash('sha256');
    let left = bytes;
    let isTooLong = false;
    for await (const chunk of content) {
      isTooLong ||= chunk.length > left;
      const part = chunk.subarray(0, left);
      left -= part.length;
      hash.update(part);
      await this.#write(part);
    }
    const isWhole = left === 0 && !isTooLong;
    for (const zeros = Buffer.alloc(64 * 1024); left > 0; ) {
      const part = zeros.subarray(0, Math.min(left, zeros.length));
      left -= part.length;
      hash.update(part);
      await this.#write(part);
    }
    await this.#write(Buffer.alloc(tarPadding(bytes)));
    return { name, bytes, sha256: hash.digest('hex'), isWhole };
  }

  async finish(): Promise<void> {
    await this.#write(Buffer.alloc(2 * blockBytes));
    await this.#sink.finish();
  }

  async #write(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return;
    this.#bytes += chunk.length;
    await this.#sink.write(chunk);
  }
}
