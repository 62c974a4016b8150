const depth = 50;

/** One thing that a person did, however many tickets it changed. */
export interface Step {
  summary: string;
  undo(): void;
  redo(): void;
}

/** What can be undone and done again. Undoing is a new change, so it is queued and sent like any other. */
export class UndoStack {
  #done: Step[] = [];
  #undone: Step[] = [];

  push(step: Step): void {
    this.#done = [...this.#done, step].slice(-depth);
    this.#undone = [];
  }

  /** Undoes the given step, or the last one. Returns its summary. */
  undo(step = this.#done.at(-1)): string | undefined {
    if (!step || !this.#done.includes(step)) return undefined;
    this.#done = this.#done.filter((other) => other !== step);
    this.#undone.push(step);
    step.undo();
    return step.summary;
  }

  redo(): string | undefined {
    const step = this.#undone.pop();
    if (!step) return undefined;
    this.#done.push(step);
    step.redo();
    return step.summary;
  }
}
