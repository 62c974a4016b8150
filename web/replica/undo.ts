import type { Diff } from './diff.ts';

const depth = 50;

/** One action of a person, however many tickets it changed. */
export interface Step {
  summary: string;
  diff: Diff;
  /** Undoes this step, even if others followed. */
  undo(): void;
}

/** The steps that can be undone and redone. */
export class UndoStack {
  #done: Step[] = [];
  #undone: Step[] = [];

  push(step: Step): void {
    this.#done = [...this.#done, step].slice(-depth);
    this.#undone = [];
  }

  /** Takes the given step if it is not undone, otherwise the last one. */
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
