import { differenceOf, type Selection } from './text-edits.ts';

export const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selection => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Applies an edit as if it were typed, so that it is one step of the browser's own undo. */
export function applyEdit(area: HTMLTextAreaElement, { text, start, end }: Selection): void {
  const { from, to, inserted } = differenceOf(area.value, text);
  area.focus();
  area.setSelectionRange(from, to);
  // execCommand is the only way into the undo history of a text area.
  const isTyped =
    inserted === '' ? document.execCommand('delete') : document.execCommand('insertText', false, inserted);
  if (!isTyped && area.value !== text) replaceText(area, from, to, inserted);
  area.setSelectionRange(start, end);
}

/** Replaces a range without moving the caret, for example the progress of an upload while the person types. */
export function replaceText(area: HTMLTextAreaElement, from: number, to: number, inserted: string): void {
  area.setRangeText(inserted, from, to, 'preserve');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
