import { importLimits } from '../import-limits.ts';
import { FileProblem } from './file-problem.ts';

interface SourceText {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

export const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type CsvEncoding = (typeof csvEncodings)[number];
/** A tie goes to the first. */
export const csvSeparators = [',', ';', '\t', '|'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

/** How a file is written. What is absent is found: the encoding by the byte order mark, the separator in the first line. */
export interface CsvFormat {
  encoding?: CsvEncoding | undefined;
  separator?: CsvSeparator | undefined;
}

export interface CsvRow {
  /** The line of the file on which the row begins. */
  line: number;
  cells: string[];
}

/**
 * Yields the rows of a CSV file (RFC 4180): quoted cells may contain separators, quotes and line ends. Unless it is given,
 * the separator is the most frequent one in the first line. A cell is plain text: no formula is evaluated.
 */
export async function* readCsvRows(
  { name, chunks }: SourceText,
  { encoding, separator }: CsvFormat = {},
  /** Called with what was found before each row. */
  onFormat: (found: { encoding: CsvEncoding; separator: CsvSeparator }) => void = () => {},
): AsyncGenerator<CsvRow> {
  const scanner = new CsvScanner(name, separator);
  let used: CsvEncoding = 'utf-8';
  const onEncoding = (found: CsvEncoding) => {
    used = found;
  };
  const tell = () => onFormat({ encoding: used, separator: scanner.separator });
  for await (const text of decode(name, chunks, encoding, onEncoding))
    for (const row of scanner.push(text)) {
      tell();
      yield row;
    }
  for (const row of scanner.end()) {
    tell();
    yield row;
  }
}

/**
 * Decodes UTF-8 and, with its byte order mark, UTF-16; the mark is left out. Any other encoding must be named, because
 * guessing would garble names.
 */
async function* decode(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  wanted: CsvEncoding | undefined,
  onEncoding: (encoding: CsvEncoding) => void,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let encoding: CsvEncoding = wanted ?? 'utf-8';
  try {
    for await (const chunk of chunks) {
      if (!decoder) {
        encoding = wanted ?? findMark(chunk) ?? 'utf-8';
        onEncoding(encoding);
        decoder = new TextDecoder(encoding, { fatal: true });
      }
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const shown = encoding.toUpperCase();
    throw new FileProblem(name, 'encoding', `the file is not ${shown}. Save it as UTF-8 and try again.`);
  }
}

const findMark = ([first, second]: Uint8Array): CsvEncoding | undefined =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;

/**
 * | state     | character             | next state                              |
 * |-----------|-----------------------|-----------------------------------------|
 * | cell      | `"` at its beginning  | quoted                                  |
 * | cell      | separator             | cell: the next one                      |
 * | cell      | line end              | cell: the first of the next row         |
 * | quoted    | `"`                   | quote                                   |
 * | quote     | `"`                   | quoted: the cell has a quote            |
 * | quote     | anything else         | cell, with this character               |
 */
class CsvScanner {
  readonly #name: string;
  #separator: string;
  #head = '';
  #state: 'cell' | 'quoted' | 'quote' = 'cell';
  #cells: string[] = [];
  #cell = '';
  #length = 0;
  #line = 1;
  #rowLine = 1;
  #afterReturn = false;

  constructor(name: string, separator: string = '') {
    this.#name = name;
    this.#separator = separator;
  }

  /** Known once the first row was read. */
  get separator(): CsvSeparator {
    return (this.#separator || ',') as CsvSeparator;
  }

  *push(text: string): Generator<CsvRow> {
    if (this.#separator === '') {
      this.#head += text;
      if (!/[\r\n]/.test(text) && this.#head.length < importLimits.recordBytesMax) return;
      yield* this.#begin();
    } else yield* this.#scan(text);
  }

  *end(): Generator<CsvRow> {
    if (this.#separator === '') yield* this.#begin();
    if (this.#state === 'quoted')
      throw new FileProblem(
        this.#name,
        `line ${this.#rowLine}`,
        'a quoted cell has no end. Is the file whole?',
      );
    if (this.#cells.length > 0 || this.#cell !== '') yield this.#endRow();
  }

  *#begin(): Generator<CsvRow> {
    const first = /^[^\r\n]*/.exec(this.#head)?.[0] ?? '';
    const counts = csvSeparators.map((mark) => [mark, first.split(mark).length] as const);
    this.#separator = (counts.toSorted((a, b) => b[1] - a[1])[0] as readonly [string, number])[0];
    const head = this.#head;
    this.#head = '';
    yield* this.#scan(head);
  }

  *#scan(text: string): Generator<CsvRow> {
    // Appends plain characters in runs: one by one takes eight times as long.
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at] as string;
      if (this.#state === 'quoted') {
        if (character === '"') {
          this.#add(text.slice(start, at));
          this.#state = 'quote';
        } else if (character === '\n') this.#line++;
        else continue;
        if (character === '"') start = at + 1;
        continue;
      }
      if (this.#state === 'quote') {
        start = at;
        this.#state = character === '"' ? 'quoted' : 'cell';
        if (character === '"') continue;
      }
      const isLineEnd = character === '\n' || character === '\r';
      if (character === '"' && this.#cell === '' && start === at) {
        this.#state = 'quoted';
        start = at + 1;
      } else if (character === this.#separator) {
        this.#add(text.slice(start, at));
        this.#endCell();
        start = at + 1;
      } else if (isLineEnd) {
        this.#add(text.slice(start, at));
        start = at + 1;
        const continuesReturn = character === '\n' && this.#afterReturn && this.#isEmptyRow();
        if (!continuesReturn) this.#line++;
        if (!this.#isEmptyRow()) yield this.#endRow();
        this.#rowLine = this.#line;
      }
      this.#afterReturn = character === '\r';
    }
    if (this.#state !== 'quote') this.#add(text.slice(start));
  }

  #isEmptyRow = () => this.#cells.length === 0 && this.#cell === '';

  #add(text: string): void {
    this.#length += text.length;
    if (this.#length > importLimits.recordBytesMax)
      throw new FileProblem(
        this.#name,
        `line ${this.#rowLine}`,
        `the row is longer than ${importLimits.recordBytesMax} characters. A quote may be missing.`,
      );
    this.#cell += text;
  }

  #endCell(): void {
    if (this.#cells.length >= importLimits.columnsMax)
      throw new FileProblem(
        this.#name,
        `line ${this.#rowLine}`,
        `the row has more than ${importLimits.columnsMax} cells.`,
      );
    this.#cells.push(this.#cell);
    this.#cell = '';
  }

  #endRow(): CsvRow {
    this.#endCell();
    const row = { line: this.#rowLine, cells: this.#cells };
    this.#cells = [];
    this.#length = 0;
    this.#rowLine = this.#line;
    return row;
  }
}
