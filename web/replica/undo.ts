import type { Diff } from './diff.ts';

const depth = 50;

/** One thing that a person did, however many tickets it changed. */
export interface Step {
  summary: string;
  diff: Diff;
  /** Undoes this step, whatever was done since. */
  undo(): void;
}

/** What can be undone and done again. */
export class UndoStack {
  #done: Step[] = [];
  #undone: Step[] = [];

  push(step: Step): void {
    this.#done = [...this.#done, step].slice(-depth);
    this.#undone = [];
  }

  /** The step to undo: the given one if it is not undone, or the last. */
  takeDone(step = this.#done.at(-1)): Step | undefined {
    if (!step || !this.#done.includes(step)) return undefined;
    this.#done = this.#done.filter((other) => other !== step);
    this.#undone.push(step);
    return step;
  }

  takeUndone(): Step | undefined {
    const step = this.#undone.pop();
    if (step) this.#done.push(step);
    return step;
  }
}
