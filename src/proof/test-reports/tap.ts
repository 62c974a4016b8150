import { type TestTally, UnreadableReport } from './test-tally.ts';

const lineLengthMax = 64 * 1_024;
const planMax = 1_000_000;

/** True if a text begins as a report of the Test Anything Protocol does. */
export const isTap = (start: string) => /^\s*(?:TAP version 1[2-4]\b|1\.\.\d|(?:not )?ok\b)/.test(start);

/** Reads a TAP report in pieces. Indented lines, which are subtests and diagnostics, count with their test. */
export class TapReader {
  readonly #tally: TestTally;
  #rest = '';
  #tests = 0;
  #planned: number | undefined;

  constructor(tally: TestTally) {
    this.#tally = tally;
  }

  write(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > lineLengthMax) throw new UnreadableReport('a line of it is too long');
    for (const line of lines) this.#takeLine(line);
  }

  /** Tests of the plan that did not run have failed. */
  end(): void {
    this.#takeLine(this.#rest);
    const missing = (this.#planned ?? this.#tests) - this.#tests;
    if (missing > 0) this.#tally.add(`${missing} tests of the plan did not run`, '', 'failed');
  }

  #takeLine(line: string): void {
    const plan = /^1\.\.(\d{1,9})/.exec(line);
    if (plan) this.#planned = Math.min(Number(plan[1]), planMax);
    if (line.startsWith('Bail out!')) this.#tally.add(line.slice(0, 200), '', 'failed');
    const [mark, not] = /^(not )?ok\b/.exec(line) ?? [];
    if (mark === undefined) return;
    this.#tests++;
    const { name, directive } = parseDescription(line.slice(mark.length));
    const isExpected = directive === 'skip' || (not && directive === 'todo');
    this.#tally.add(name, '', isExpected ? 'skipped' : not ? 'failed' : 'passed');
  }
}

/** ` 3 - reads the rate # SKIP no network` */
function parseDescription(text: string): { name: string; directive: string | undefined } {
  const described = text.trim().replace(/^\d+/, '').trimStart().replace(/^-/, '').trim();
  const hash = described.lastIndexOf('#');
  const directive = hash < 0 ? undefined : /^(skip|todo)/i.exec(described.slice(hash + 1).trimStart())?.[0];
  return {
    name: directive ? described.slice(0, hash).trimEnd() : described,
    directive: directive?.toLowerCase(),
  };
}
