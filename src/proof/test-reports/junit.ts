import { type TestOutcome, type TestTally, UnreadableReport } from './test-tally.ts';
import { XmlReader } from './xml-reader.ts';

/**
 * Reads a JUnit report in pieces. Only names and outcomes are kept: an output of megabytes inside a test is skipped as it
 * arrives.
 */
export class JunitReader {
  readonly #tally: TestTally;
  readonly #xml: XmlReader;
  #test: { name: string; suite: string; outcome: TestOutcome; depth: number } | undefined;
  readonly #suites: string[] = [];

  constructor(tally: TestTally) {
    this.#tally = tally;
    this.#xml = new XmlReader({
      open: (name, attribute, depth) => this.#open(name, attribute, depth),
      close: (name, depth) => this.#close(name, depth),
    });
  }

  write(text: string): void {
    this.#xml.write(text);
  }

  end(): void {
    this.#xml.end();
  }

  #open(name: string, attribute: (name: string) => string, depth: number): void {
    if (depth === 1 && name !== 'testsuites' && name !== 'testsuite')
      throw new UnreadableReport('it is not a JUnit report');
    if (name === 'testsuite') this.#suites.push(attribute('name'));
    if (name === 'testcase' && !this.#test)
      this.#test = { name: attribute('name'), suite: attribute('classname'), outcome: 'passed', depth };
    if (name === 'failure' || name === 'error') this.#fail();
    if (name === 'skipped' && this.#test?.outcome === 'passed') this.#test.outcome = 'skipped';
  }

  /** A suite can fail outside of its tests, for example while it is set up. */
  #fail(): void {
    if (this.#test) this.#test.outcome = 'failed';
    else this.#tally.add(this.#suites.at(-1) ?? '', '', 'failed');
  }

  #close(name: string, depth: number): void {
    if (name === 'testsuite') this.#suites.pop();
    if (depth !== this.#test?.depth) return;
    this.#tally.add(this.#test.name, this.#test.suite, this.#test.outcome);
    this.#test = undefined;
  }
}
