import type { Selection } from './text-edits.ts';
import { changeBetween, type TextModel } from './text-model.ts';

export function selectionOf(model: TextModel): Selection {
  model.view?.readSelection();
  return { text: model.text, start: model.start, end: model.end };
}

/** Makes an edit of a tool, as one step of undo, and returns the focus to the text. */
export function applyEdit(model: TextModel, { text, start, end }: Selection): void {
  model.edit(changeBetween(model.text, text), { selection: { anchor: start, head: end } });
  model.view?.focus();
}
