import { importLimits } from '../import-limits.ts';
import { FileProblem } from './file-problem.ts';

interface SourceBytes {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

export interface JsonValue {
  /** The member of the outer object whose list has the value; empty if there is no outer object. */
  list: string;
  value: unknown;
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * The values of a JSON file one by one, so that a file of any size needs the memory of one value:
 *
 * - `[…]`: the elements. Several lists after each other are read as one, as `gh api --paginate` writes them.
 * - `{…}` with `outer: 'members'`: the elements of each list in the object, and every other member as a value.
 * - otherwise the values themselves, as in files with one value in each line.
 */
export async function* readJsonValues(
  { name, chunks }: SourceBytes,
  outer: 'values' | 'members',
): AsyncGenerator<JsonValue> {
  const scanner = new JsonScanner(name, outer);
  for await (const chunk of chunks) yield* scanner.push(chunk);
  yield* scanner.end();
}

/**
 * Finds the start and end of values by brackets and quotes alone; `JSON.parse` then parses each value and refuses
 * invalid JSON. `#inside` has the brackets around the yielded values, `#depth` counts those within the current value.
 */
class JsonScanner {
  readonly #name: string;
  readonly #outer: 'values' | 'members';
  #inside: ('list' | 'object')[] = [];
  #list = '';
  /** The name of the current member of the outer object. */
  #member: string | undefined;
  #parts: Uint8Array[] = [];
  #length = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isInValue = false;
  #offset = 0;
  #isFirst = true;

  constructor(name: string, outer: 'values' | 'members') {
    this.#name = name;
    this.#outer = outer;
  }

  *push(chunk: Uint8Array): Generator<JsonValue> {
    let bytes = chunk;
    if (this.#isFirst && bytes.length > 0) {
      this.#isFirst = false;
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    }
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#isInText = false;
        continue;
      }
      if (!this.#isInValue) {
        if (isSpace(byte) || byte === comma || byte === 0x3a) continue;
        if (this.#entersOrLeaves(byte)) continue;
        this.#isInValue = true;
        start = at;
      }
      if (byte === quote) this.#isInText = true;
      else if (byte === openBrace || byte === openBracket) {
        if (++this.#depth > importLimits.depthMax)
          throw this.#problem(at, `values are nested more than ${importLimits.depthMax} levels deep.`);
      } else if (byte === closeBrace || byte === closeBracket) {
        if (this.#depth === 0) {
          // A number or word has no end of its own: it ends at the closing bracket around it.
          yield* this.#endValue(bytes.subarray(start, at), at);
          this.#entersOrLeaves(byte);
          continue;
        }
        if (--this.#depth === 0) {
          yield* this.#endValue(bytes.subarray(start, at + 1), at);
          continue;
        }
      }
      if (this.#depth > 0) continue;
      const endsWord = isSpace(byte) || byte === comma || byte === 0x3a;
      if (endsWord) yield* this.#endValue(bytes.subarray(start, at), at);
    }
    if (this.#isInValue) this.#keep(bytes.subarray(start), bytes.length);
    this.#offset += chunk.length;
  }

  *end(): Generator<JsonValue> {
    const isWord = this.#isInValue && this.#depth === 0 && !this.#isInText;
    if (isWord && this.#inside.length === 0) yield* this.#endValue(new Uint8Array(), 0);
    if (this.#isInValue || this.#inside.length > 0)
      throw this.#problem(0, 'the file ends within a value. Is it whole?');
  }

  /** True if the byte opens or closes one of the brackets around the values. */
  #entersOrLeaves(byte: number): boolean {
    const around = this.#inside.at(-1);
    if (byte === closeBracket || byte === closeBrace) {
      if (around !== (byte === closeBracket ? 'list' : 'object'))
        throw this.#problem(0, 'a bracket has no pair.');
      this.#inside.pop();
      if (around === 'list') {
        this.#list = '';
        this.#member = undefined;
      }
      return true;
    }
    const isOutermost = this.#inside.length === 0;
    const isMember = around === 'object' && this.#member !== undefined;
    if (byte === openBracket && (isOutermost || isMember)) {
      this.#list = this.#member ?? '';
      this.#inside.push('list');
      return true;
    }
    if (byte === openBrace && isOutermost && this.#outer === 'members') {
      this.#inside.push('object');
      return true;
    }
    return false;
  }

  *#endValue(last: Uint8Array, at: number): Generator<JsonValue> {
    this.#keep(last, at);
    const text = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#length = 0;
    this.#isInValue = false;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      const isOtherFormat = this.#inside.length === 0;
      throw this.#problem(
        at,
        `this is not JSON.${isOtherFormat ? ' Was it exported from another product?' : ''}`,
      );
    }
    if (this.#inside.at(-1) !== 'object') {
      yield { list: this.#list, value };
    } else if (this.#member === undefined) {
      if (typeof value !== 'string') throw this.#problem(at, 'the name of a member is missing.');
      this.#member = value;
    } else {
      yield { list: this.#member, value };
      this.#member = undefined;
    }
  }

  #keep(part: Uint8Array, at: number): void {
    this.#length += part.length;
    if (this.#length > importLimits.recordBytesMax)
      throw this.#problem(at, `a value is longer than ${importLimits.recordBytesMax} bytes.`);
    this.#parts.push(part);
  }

  #problem(at: number, sentence: string): FileProblem {
    return new FileProblem(this.#name, `byte ${this.#offset + at}`, sentence);
  }
}
