/** The words and signs of a schema, read from left to right. A sign is a token of its own. */
export class Tokens {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get next(): string | undefined {
    return this.#tokens[this.#at];
  }

  take(): string {
    return this.#tokens[this.#at++] ?? '';
  }

  /** Takes the token if it is the next one. */
  skip(token: string): boolean {
    if (this.next !== token) return false;
    this.#at++;
    return true;
  }

  /** Takes everything up to one of the tokens, outside of brackets, and returns it. */
  takeUntil(...ends: string[]): string[] {
    const taken: string[] = [];
    let depth = 0;
    for (let token = this.next; token !== undefined; token = this.next) {
      if (depth === 0 && ends.includes(token)) break;
      if (/^[([{]$/.test(token)) depth++;
      if (/^[)\]}]$/.test(token) && --depth < 0) break;
      taken.push(this.take());
    }
    return taken;
  }

  /** Takes what stands between the next bracket and the one that closes it. */
  takeBlock(): Tokens {
    const close: Record<string, string> = { '{': '}', '(': ')', '[': ']' };
    const end = close[this.take()] ?? '';
    const inside = this.takeUntil(end);
    this.skip(end);
    return new Tokens(inside);
  }
}

/** True if a closing bracket is missing or has none to close: the rest may declare anything. */
export function isUnbalanced(tokens: readonly string[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    if (/^[([{]$/.test(token)) depth++;
    if (/^[)\]}]$/.test(token) && --depth < 0) return true;
  }
  return depth !== 0;
}
