import { UnreadableReport } from './test-tally.ts';

interface Handlers {
  /** `attribute` returns an empty text for an attribute that is absent. `depth` is 1 for the root. */
  open: (name: string, attribute: (name: string) => string, depth: number) => void;
  close: (name: string, depth: number) => void;
}

const depthMax = 100;
const tagLengthMax = 256 * 1_024;

/** Parts of XML that are skipped, by how they begin. */
const skipped: [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/**
 * Finds the tags of an XML text that arrives in pieces. It keeps no more than one tag: texts are dropped as they arrive. A
 * document type is refused, so no entity can be declared; names of entities stay as they are.
 *
 * | mode | ends with |
 * |---|---|
 * | text | `<` |
 * | tag | `>` outside of quotes |
 * | skip | the end of a comment, of CDATA or of an instruction |
 */
export class XmlReader {
  readonly #handlers: Handlers;
  #rest = '';
  #skipUntil: string | undefined;
  readonly #stack: string[] = [];
  #hasRoot = false;

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
  }

  write(text: string): void {
    const buffer = this.#rest + text;
    let at = 0;
    while (at < buffer.length) {
      const next = this.#skipUntil === undefined ? this.#readTag(buffer, at) : this.#skip(buffer, at);
      if (next === undefined) break;
      at = next;
    }
    this.#rest = buffer.slice(at);
    if (this.#rest.length > tagLengthMax) throw new UnreadableReport('a tag of it is too long');
  }

  end(): void {
    if (this.#stack.length > 0 || !this.#hasRoot || this.#skipUntil !== undefined)
      throw new UnreadableReport('it ends too early');
  }

  /** Returns where to go on, or undefined if more text is needed. */
  #readTag(buffer: string, from: number): number | undefined {
    const start = buffer.indexOf('<', from);
    if (start < 0) return buffer.length;
    for (const [mark, end] of skipped) {
      if (!buffer.startsWith(mark, start)) continue;
      this.#skipUntil = end;
      return start + mark.length;
    }
    // The mark may not have arrived in full.
    if (skipped.some(([mark]) => mark.startsWith(buffer.slice(start)))) return keep(start, from);
    if (buffer.startsWith('<!', start))
      throw new UnreadableReport('it has a document type, which Docket does not read');
    const end = endOfTag(buffer, start + 1);
    if (end < 0) return keep(start, from);
    this.#takeTag(buffer.slice(start + 1, end));
    return end + 1;
  }

  #skip(buffer: string, from: number): number | undefined {
    const end = this.#skipUntil as string;
    const found = buffer.indexOf(end, from);
    if (found >= 0) {
      this.#skipUntil = undefined;
      return found + end.length;
    }
    return keep(Math.max(from, buffer.length - end.length + 1), from);
  }

  #takeTag(tag: string): void {
    const [, slash, name = '', more = ''] = /^(\/?)([\p{L}_][\p{L}\p{N}_.:-]*)(.*)$/su.exec(tag) ?? [];
    if (name === '') throw new UnreadableReport('it is not well-formed XML');
    const local = name.slice(name.indexOf(':') + 1);
    if (slash) {
      if (this.#stack.pop() !== name) throw new UnreadableReport('it is not well-formed XML');
      this.#handlers.close(local, this.#stack.length + 1);
      return;
    }
    if (this.#stack.length === 0 && this.#hasRoot) throw new UnreadableReport('it is not well-formed XML');
    if (this.#stack.length >= depthMax)
      throw new UnreadableReport(`it is nested more than ${depthMax} levels deep`);
    this.#hasRoot = true;
    const depth = this.#stack.length + 1;
    this.#handlers.open(local, (wanted) => findAttribute(more, wanted), depth);
    if (more.endsWith('/')) this.#handlers.close(local, depth);
    else this.#stack.push(name);
  }
}

/** Undefined, the sign that more text is needed, only if nothing before `position` can be dropped. */
const keep = (position: number, from: number) => (position > from ? position : undefined);

/** A `>` inside of quotes does not end a tag. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const character = text[at] as string;
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
    else if (character === '<') throw new UnreadableReport('it is not well-formed XML');
  }
  return -1;
}

/** One pass without a regular expression, which would need quadratic time for a long text without `=`. */
function findAttribute(text: string, wanted: string): string {
  let at = 0;
  while (at < text.length) {
    const equals = text.indexOf('=', at);
    if (equals < 0) return '';
    const open = text.slice(equals + 1).search(/\S/) + equals + 1;
    const quote = text[open];
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, open + 1) : -1;
    if (close < 0) throw new UnreadableReport('it is not well-formed XML');
    if (text.slice(at, equals).trim() === wanted) return decodeEntities(text.slice(open + 1, close));
    at = close + 1;
  }
  return '';
}

const predefined: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,10}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return predefined[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff && code > 0 ? String.fromCodePoint(code).toWellFormed() : whole;
  });
