import type { Edit } from '../../../packages/text-edits/index.ts';

/**
 * Where a change comes from. `local`: typing, tools, undo. `remote`: another person, through `apply`. `reset`: the field
 * shows another text, through `reset`.
 */
export type TextOrigin = 'local' | 'remote' | 'reset';

export type TextListener = (change: Edit, origin: TextOrigin) => void;

export interface TextRange {
  /** Where the selection began; equal to `head` for a caret. */
  anchor: number;
  head: number;
}

/** What the visible field offers for a text; undefined while no field shows it. */
export interface TextView {
  focus(): void;
  /** Takes over the selection of the field at once; the browser reports it only later. */
  readSelection(): void;
  /** Where an offset is on the screen. */
  placeOf(offset: number): { x: number; y: number; height: number } | undefined;
}

interface Step {
  /** The changes that take the step back, in the order in which they are applied. */
  changes: Edit[];
  selection: TextRange;
  /** The offset at which typing goes on with this step; undefined if it is complete. */
  typingAt: number | undefined;
  time: number;
}

const pauseMs = 1000;
const stepsMax = 200;

/**
 * A text that is edited: its selection and its undo history. A text area or the rich editor shows it and edits it. Every
 * change is an `Edit`, so that another person's changes can be sent and applied: `subscribe` reports each change,
 * `apply` takes those of others and keeps the caret and the undo history in place.
 */
export class TextModel {
  #text: string;
  #selection: TextRange;
  #undo: Step[] = [];
  #redo: Step[] = [];
  readonly #listeners = new Set<TextListener>();
  readonly #selectionListeners = new Set<() => void>();
  readonly #now: () => number;
  view: TextView | undefined;

  constructor(text = '', now = () => performance.now()) {
    this.#text = text;
    this.#selection = { anchor: text.length, head: text.length };
    this.#now = now;
  }

  get text(): string {
    return this.#text;
  }

  get selection(): TextRange {
    return this.#selection;
  }

  get start(): number {
    return Math.min(this.#selection.anchor, this.#selection.head);
  }

  get end(): number {
    return Math.max(this.#selection.anchor, this.#selection.head);
  }

  /** Calls the listener after every change. Returns the function that ends it. */
  subscribe = (listener: TextListener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls the listener when the selection is elsewhere. */
  subscribeToSelection = (listener: () => void): (() => void) => {
    this.#selectionListeners.add(listener);
    return () => this.#selectionListeners.delete(listener);
  };

  select(anchor: number, head = anchor): void {
    const clamp = (offset: number) => Math.max(0, Math.min(offset, this.#text.length));
    const next = { anchor: clamp(anchor), head: clamp(head) };
    if (next.anchor === this.#selection.anchor && next.head === this.#selection.head) return;
    this.#selection = next;
    for (const listener of this.#selectionListeners) listener();
  }

  /**
   * A change of this person. Without `selection` the caret keeps its place. Several `isTyping` without a pause are one step
   * of undo. `isSilent` leaves no step, for example the progress of an upload.
   */
  edit(
    change: Edit,
    { selection, isTyping, isSilent }: { selection?: TextRange; isTyping?: boolean; isSilent?: boolean } = {},
  ): void {
    if (change.from === change.to && change.insert === '') {
      if (selection) this.select(selection.anchor, selection.head);
      return;
    }
    const inverse = invert(change, this.#text);
    if (isSilent) this.#rebase([change]);
    else this.#record(change, inverse, isTyping === true);
    this.#replace(change, 'local', selection);
  }

  /** Changes of others, each with offsets in the text that the one before it leaves. */
  apply(changes: readonly Edit[]): void {
    this.view?.readSelection();
    for (const change of changes) {
      this.#rebase([change]);
      this.#replace(change, 'remote');
    }
  }

  /** Shows another text; there is no way back to the one before. */
  reset(text: string): void {
    if (text === this.#text) return;
    this.#undo = [];
    this.#redo = [];
    this.#replace(changeBetween(this.#text, text), 'reset');
  }

  undo(): boolean {
    return this.#takeBack(this.#undo, this.#redo);
  }

  redo(): boolean {
    return this.#takeBack(this.#redo, this.#undo);
  }

  #takeBack(from: Step[], to: Step[]): boolean {
    const step = from.pop();
    if (!step) return false;
    const selection = this.#selection;
    const changes: Edit[] = [];
    for (const change of step.changes) {
      changes.unshift(invert(change, this.#text));
      this.#replace(change, 'local');
    }
    to.push({ changes, selection, typingAt: undefined, time: 0 });
    this.select(step.selection.anchor, step.selection.head);
    return true;
  }

  #record(change: Edit, inverse: Edit, isTyping: boolean): void {
    this.#redo = [];
    const last = this.#undo.at(-1);
    const time = this.#now();
    const isDeletion = change.insert === '';
    const typingAt =
      isTyping && !change.insert.includes('\n') ? change.from + change.insert.length : undefined;
    const goesOn =
      isTyping &&
      last?.typingAt !== undefined &&
      time - last.time < pauseMs &&
      last.typingAt === (isDeletion ? change.to : change.from);
    if (goesOn && last) {
      last.changes.unshift(inverse);
      last.typingAt = typingAt;
      last.time = time;
      return;
    }
    this.#undo.push({ changes: [inverse], selection: this.#selection, typingAt, time });
    if (this.#undo.length > stepsMax) this.#undo.shift();
  }

  /** Moves what undo and redo will do to where it belongs after changes that are no steps of this person. */
  #rebase(changes: readonly Edit[]): void {
    for (const stack of [this.#undo, this.#redo]) {
      let over = [...changes];
      for (const step of stack.toReversed()) {
        const { anchor, head } = step.selection;
        step.typingAt = undefined;
        [step.changes, over] = transformChanges(step.changes, over);
        step.selection = { anchor: mapAll(anchor, over), head: mapAll(head, over) };
      }
    }
  }

  #replace(change: Edit, origin: TextOrigin, selection?: TextRange): void {
    const { from, to, insert } = change;
    const { anchor, head } = this.#selection;
    this.#text = this.#text.slice(0, from) + insert + this.#text.slice(to);
    this.#selection = selection ?? { anchor: mapOffset(anchor, change), head: mapOffset(head, change) };
    for (const listener of this.#listeners) listener(change, origin);
    if (this.#selection.anchor !== anchor || this.#selection.head !== head)
      for (const listener of this.#selectionListeners) listener();
  }
}

/** Where an offset is after a change. Text that is inserted exactly there comes after it, or before it with `isAfter`. */
function mapOffset(offset: number, { from, to, insert }: Edit, isAfter = false): number {
  if (offset < from || (offset === from && !isAfter)) return offset;
  if (offset >= to) return offset + insert.length - (to - from);
  return from + insert.length;
}

const mapAll = (offset: number, changes: readonly Edit[]): number =>
  changes.reduce((at, change) => mapOffset(at, change), offset);

const invert = ({ from, to, insert }: Edit, text: string): Edit => ({
  from,
  to: from + insert.length,
  insert: text.slice(from, to),
});

/**
 * The same change in a text to which `over` has been applied first. What `over` inserted stays: a change around it becomes
 * two, the second with offsets in the text that the first leaves. Of two insertions at one place, `isFirst` says which is first.
 */
function transformChange({ from, to, insert }: Edit, over: Edit, isFirst: boolean): Edit[] {
  const grown = over.insert.length - (over.to - over.from);
  if (from < over.from || (isFirst && from === over.from)) {
    if (to <= over.from) return [{ from, to, insert }];
    const left = { from, to: over.from, insert };
    if (to <= over.to) return [left];
    const kept = from + insert.length + over.insert.length;
    return [left, { from: kept, to: kept + to - over.to, insert: '' }];
  }
  const moved = Math.max(from + grown, over.from + over.insert.length);
  return [{ from: moved, to: Math.max(moved, to + grown), insert }];
}

/** The changes after `over`, and `over` after the changes: both orders lead to the same text. Both are sequences from one text. */
export function transformChanges(changes: readonly Edit[], over: readonly Edit[]): [Edit[], Edit[]] {
  const [change, ...later] = changes;
  const [other, ...others] = over;
  if (!change || !other) return [[...changes], [...over]];
  if (later.length === 0 && others.length === 0) {
    return [transformChange(change, other, false), transformChange(other, change, true)];
  }
  if (others.length === 0) {
    const [first, rest] = transformChanges([change], over);
    const [second, left] = transformChanges(later, rest);
    return [[...first, ...second], left];
  }
  const [first, rest] = transformChanges(changes, [other]);
  const [moved, left] = transformChanges(first, others);
  return [moved, [...rest, ...left]];
}

/**
 * The smallest change that makes `after` of `before`. `caret` is its end in `after`: a letter typed beside the same letter
 * is found at the right one of both.
 */
export function changeBetween(before: string, after: string, caret = after.length): Edit {
  const shorter = Math.min(before.length, after.length);
  const tailMax = Math.min(shorter, Math.max(0, after.length - caret));
  let tail = 0;
  while (tail < tailMax && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  let from = 0;
  while (from < shorter - tail && before[from] === after[from]) from++;
  while (tail < shorter - from && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}
