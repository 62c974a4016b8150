/** What a test report says. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
  /** The names of the first failing tests. */
  failing: string[];
}

export type TestOutcome = 'passed' | 'failed' | 'skipped';

/** A report that cannot be read, with the reason. */
export class UnreadableReport extends Error {}

const testsMax = 100_000;
const failingMax = 50;
const nameLengthMax = 200;
const matchedLengthMax = 1_000;

/** Counts the tests of one or more reports, and those among them that a criterion names. */
export class TestTally {
  readonly counts: TestCounts = { passed: 0, failed: 0, skipped: 0, failing: [] };
  readonly #named = { passed: 0, failed: 0 };
  readonly #patterns: string[];

  /** `names`: separated by commas, `*` stands for anything; null: the criterion names none. */
  constructor(names: string | null) {
    this.#patterns = (names ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  }

  add(given: string, suite: string, outcome: TestOutcome): void {
    const name = given.slice(0, matchedLengthMax);
    const { counts } = this;
    counts[outcome]++;
    if (counts.passed + counts.failed + counts.skipped > testsMax)
      throw new UnreadableReport(`it has more than ${testsMax} tests`);
    const full = `${suite.slice(0, matchedLengthMax)} ${name}`;
    const isNamed = this.#patterns.some((one) => fitsPattern(one, name) || fitsPattern(one, full));
    if (isNamed && outcome !== 'skipped') this.#named[outcome]++;
    if (outcome === 'failed' && counts.failing.length < failingMax) counts.failing.push(cleanName(name));
  }

  /** A report without a test that ran shows nothing. Of a criterion that names tests, these alone count. */
  get hasPassed(): boolean {
    const { passed, failed } = this.#patterns.length > 0 ? this.#named : this.counts;
    return passed > 0 && failed === 0;
  }
}

/** Whether a text fits a pattern in which `*` stands for anything. Takes no longer than one search for each part. */
export function fitsPattern(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split(/\*+/);
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.endsWith(last) && text.length - last.length >= at;
}

const cleanName = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, nameLengthMax) || 'unnamed';
