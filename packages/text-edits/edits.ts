/**
 * A change of a text. Offsets count UTF-16 units of the text before the whole list; the edits of a list are in order and
 * do not overlap.
 */
export interface Edit {
  from: number;
  to: number;
  insert: string;
}
export type Edits = readonly Edit[];

/** A retained or inserted piece, or a deleted range: a list of edits as a walk over the text before it. */
type Step = { keep: number } | { cut: number } | { add: string };

export function applyEdits(text: string, edits: Edits): string {
  let result = '';
  let at = 0;
  for (const { from, to, insert } of edits) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

/** Whether the edits are in order, do not overlap and fit a text of this length. */
export function areValid(edits: Edits, length: number): boolean {
  let at = 0;
  return edits.every(({ from, to }) => {
    const fits = from >= at && to >= from && to <= length;
    at = to;
    return fits;
  });
}

/**
 * The edits as they apply after `others`, which were made to the same text. Of two insertions at the same place that of
 * `others` comes first, unless `isFirst`. Text that both delete is deleted once, and text that one inserts into a range
 * that the other deletes stays.
 */
export function transform(edits: Edits, others: Edits, isFirst = false): Edit[] {
  const result = new Builder();
  const own = new Walk(edits);
  const other = new Walk(others);
  while (!own.isAtEnd) {
    if (own.adds && (isFirst || !other.adds)) result.add(own.takeAdd());
    else if (other.adds) result.keep(other.takeAdd().length);
    else {
      const length = Math.min(own.length, other.length);
      const isCut = own.take(length);
      if (!other.take(length)) result.step(isCut, length);
    }
  }
  return result.edits();
}

/** One list with the effect of `first` and then `second`. */
export function compose(first: Edits, second: Edits): Edit[] {
  const result = new Builder();
  const before = new Walk(first);
  const after = new Walk(second);
  while (!(before.isAtEnd && after.isAtEnd)) {
    if (after.adds) result.add(after.takeAdd());
    else if (before.cuts) result.cut(before.takeCut());
    else if (before.adds) {
      const length = Math.min(before.length, after.length);
      const added = before.takePart(length);
      if (!after.take(length)) result.add(added);
    } else {
      const length = Math.min(before.length, after.length);
      before.take(length);
      result.step(after.take(length), length);
    }
  }
  return result.edits();
}

/** Reads a list piece by piece; behind its last edit the text is kept without end. */
class Walk {
  readonly #steps: Step[];
  #index = 0;
  #rest = 0;

  constructor(edits: Edits) {
    this.#steps = [];
    let at = 0;
    for (const { from, to, insert } of edits) {
      if (from > at) this.#steps.push({ keep: from - at });
      if (insert !== '') this.#steps.push({ add: insert });
      if (to > from) this.#steps.push({ cut: to - from });
      at = to;
    }
    this.#rest = this.#size();
  }

  get isAtEnd(): boolean {
    return this.#index >= this.#steps.length;
  }
  get adds(): boolean {
    return !this.isAtEnd && 'add' in this.#step;
  }
  get cuts(): boolean {
    return !this.isAtEnd && 'cut' in this.#step;
  }
  get length(): number {
    return this.isAtEnd ? Number.POSITIVE_INFINITY : this.#rest;
  }

  takeAdd = (): string => this.takePart(this.#rest);
  takeCut(): number {
    const length = this.#rest;
    this.#advance(length);
    return length;
  }
  /** Takes that many units of what is inserted here. */
  takePart(length: number): string {
    const { add } = this.#step as { add: string };
    const start = add.length - this.#rest;
    this.#advance(length);
    return add.slice(start, start + length);
  }
  /** Takes that many units and returns whether they are deleted. */
  take(length: number): boolean {
    if (this.isAtEnd) return false;
    const isCut = this.cuts;
    this.#advance(length);
    return isCut;
  }

  get #step(): Step {
    return this.#steps[this.#index] as Step;
  }
  #advance(length: number): void {
    this.#rest -= length;
    if (this.#rest > 0) return;
    this.#index++;
    this.#rest = this.#size();
  }
  #size(): number {
    if (this.isAtEnd) return 0;
    const step = this.#step;
    return 'keep' in step ? step.keep : 'cut' in step ? step.cut : step.add.length;
  }
}

class Builder {
  readonly #edits: Edit[] = [];
  #at = 0;

  keep(length: number): void {
    this.#at += length;
  }
  add(insert: string): void {
    const last = this.#last();
    if (last) last.insert += insert;
    else this.#edits.push({ from: this.#at, to: this.#at, insert });
  }
  cut(length: number): void {
    const last = this.#last();
    if (last) last.to += length;
    else this.#edits.push({ from: this.#at, to: this.#at + length, insert: '' });
    this.#at += length;
  }
  step(isCut: boolean, length: number): void {
    if (isCut) this.cut(length);
    else this.keep(length);
  }
  edits = (): Edit[] => this.#edits;

  /** The edit that ends here. */
  #last(): Edit | undefined {
    const last = this.#edits.at(-1);
    return last?.to === this.#at ? last : undefined;
  }
}
