import { importLimits } from '../import-limits.ts';
import { FileProblem } from './file-problem.ts';

interface SourceText {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

export interface CsvRow {
  /** The line of the file on which the row begins. */
  line: number;
  cells: string[];
}

/**
 * Yields the rows of a CSV file (RFC 4180): quoted cells may contain separators, quotes and line ends. The separator is
 * the most frequent of `,`, `;` and tab in the first line. A cell is plain text: no formula is evaluated.
 */
export async function* readCsvRows({ name, chunks }: SourceText): AsyncGenerator<CsvRow> {
  const scanner = new CsvScanner(name);
  for await (const text of decode(name, chunks)) yield* scanner.push(text);
  yield* scanner.end();
}

/** Decodes UTF-8 without a byte order mark. Any other encoding is refused, because guessing would garble names. */
async function* decode(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileProblem(name, 'encoding', 'the file is not UTF-8. Save it as UTF-8 and try again.');
  }
}

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
  #separator = '';
  #head = '';
  #state: 'cell' | 'quoted' | 'quote' = 'cell';
  #cells: string[] = [];
  #cell = '';
  #length = 0;
  #line = 1;
  #rowLine = 1;
  #afterReturn = false;

  constructor(name: string) {
    this.#name = name;
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
    const counts = [',', ';', '\t'].map((mark) => [mark, first.split(mark).length] as const);
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
