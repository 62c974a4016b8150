import assert from 'node:assert/strict';
import type { BrowserContext } from 'playwright-core';

// Text, because the types of a page are not those of Node.
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('Content-Security-Policy: ' + event.violatedDirective + ' refuses ' + event.blockedURI + ' ' + event.sample);
});`;

const usual = [
  /Service Worker registration blocked by Playwright/,
  // Chromium reports that it did what the answer of signing out asks for.
  /Clear-Site-Data header on '[^']*\/sign-out': Cleared data types: "storage"/,
];

/**
 * Collects what must not happen in a window: console messages, errors of scripts, failed requests, violations of the
 * Content-Security-Policy.
 */
export class ProblemLog {
  #problems: string[] = [];
  #expected = usual;

  constructor(context: BrowserContext) {
    context.on('console', (message) =>
      this.#add(`console ${message.type()}: ${message.text()} (${message.location().url})`),
    );
    context.on('weberror', (error) => this.#add(`script: ${error.error().stack ?? error.error().message}`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // Leaving a page ends its requests.
      if (reason !== 'net::ERR_ABORTED') this.#add(`request: ${request.method()} ${request.url()} ${reason}`);
    });
    void context.addInitScript(reportViolations);
  }

  /** Messages that match are no problem from here on, for example those of a request that the test lets fail. */
  expect(...patterns: RegExp[]): void {
    this.#expected = [...this.#expected, ...patterns];
  }

  clear(): void {
    this.#problems = [];
  }

  /** For the next test in the same window. */
  reset(): void {
    this.clear();
    this.#expected = usual;
  }

  list(): string[] {
    return this.#problems.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)));
  }

  assertNone(): void {
    assert.deepEqual(this.list(), [], 'the browser reported problems');
  }

  #add(problem: string): void {
    this.#problems.push(problem);
  }
}
