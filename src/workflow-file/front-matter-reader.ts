import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { suggestName } from '../platform/suggest-name.ts';
import { type WorkflowProblem, workflowLimits } from './workflow-policy.ts';

type Value = Node | null | undefined;

interface Entry {
  value: Value;
  /** Where the key is. */
  at: number;
}

/** Reads typed values of YAML nodes, and collects a problem with its place for each value that is wrong. */
export class FrontMatterReader {
  readonly #problems: WorkflowProblem[];
  readonly #placeOf: (offset: number) => { line: number; column: number };

  constructor(problems: WorkflowProblem[], placeOf: (offset: number) => { line: number; column: number }) {
    this.#problems = problems;
    this.#placeOf = placeOf;
  }

  add(offset: number, message: string, instead: string): undefined {
    // One more than is listed, so that the limit cannot hide that there are problems.
    if (this.#problems.length <= workflowLimits.problems)
      this.#problems.push({ ...this.#placeOf(offset), message, instead });
  }

  /** The entries of a map by key. A key that is not one of `keys` is a problem. */
  readMap<const K extends string>(
    name: string,
    value: Value,
    keys: readonly K[],
    at = 0,
  ): Partial<Record<K, Entry>> {
    const entries: Partial<Record<K, Entry>> = {};
    if (!isMap(value)) {
      if (!isEmpty(value))
        this.add(start(value, at), `${name} must have keys with values`, `${keys.join(', ')}`);
      return entries;
    }
    for (const { key, value: item } of (value as YAMLMap<Node, Value>).items) {
      const text = isScalar(key) ? String(key.value) : '';
      const keyAt = start(key, at);
      const known = keys.find((one) => one === text);
      if (known === undefined) {
        const near = suggestName(text, keys);
        this.add(
          keyAt,
          `${name} has no key ${JSON.stringify(text.slice(0, 60))}`,
          near ?? (keys.length > 1 ? `one of ${keys.join(', ')}` : (keys[0] ?? '')),
        );
      } else entries[known] = { value: item, at: keyAt };
    }
    return entries;
  }

  readList(name: string, entry: Entry | undefined, max: number): { value: Value; at: number }[] {
    if (!entry || isEmpty(entry.value)) return [];
    const { value, at } = entry;
    if (!isSeq(value)) {
      this.add(start(value, at), `${name} must be a list`, 'a line with - for each item');
      return [];
    }
    if (value.items.length > max)
      this.add(start(value, at), `${name} has ${value.items.length} items`, `at most ${max}`);
    return value.items.slice(0, max).map((item) => ({ value: item as Value, at: start(item as Value, at) }));
  }

  readText(name: string, entry: Entry | undefined, max: number): string | undefined {
    if (!entry) return undefined;
    const { value, at } = entry;
    const text = isScalar(value) && typeof value.value === 'string' ? value.value.trim() : undefined;
    if (text === undefined || text === '')
      return this.add(
        start(value, at),
        `${name} must be text`,
        isScalar(value) && !isEmpty(value) ? JSON.stringify(String(value.value)) : '"text"',
      );
    return text.length > max
      ? this.add(start(value, at), `${name} has ${text.length} characters`, `at most ${max}`)
      : text;
  }

  readNumber(name: string, entry: Entry | undefined, min: number, max: number): number | undefined {
    if (!entry) return undefined;
    const { value, at } = entry;
    const number = isScalar(value) ? value.value : undefined;
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= min && number <= max)
      return number;
    return this.add(start(value, at), `${name} must be a whole number`, `a number from ${min} to ${max}`);
  }

  readWord<const W extends string>(
    name: string,
    entry: Entry | undefined,
    words: readonly W[],
  ): W | undefined {
    if (!entry) return undefined;
    const { value, at } = entry;
    const text = isScalar(value) ? String(value.value) : '';
    const word = words.find((one) => one === text);
    if (word !== undefined) return word;
    const near = suggestName(text, words);
    return this.add(
      start(value, at),
      isScalar(value) ? `${name} cannot be ${JSON.stringify(text.slice(0, 60))}` : `${name} must be a word`,
      near ?? `one of ${words.join(', ')}`,
    );
  }
}

const start = (node: Value, otherwise: number) => node?.range?.[0] ?? otherwise;

const isEmpty = (value: Value) =>
  value === null || value === undefined || (isScalar(value) && value.value === null);
