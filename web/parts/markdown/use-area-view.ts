import { type RefObject, useLayoutEffect } from 'react';
import { caretPlace } from './caret-place.ts';
import { changeBetween, type TextModel } from './text-model.ts';

/**
 * Shows and edits a text in a text area. `isShown` is false while the rich editor or the preview is there instead. With
 * `hasFocus` it takes the focus when it appears.
 */
export function useAreaView(
  area: RefObject<HTMLTextAreaElement | null>,
  model: TextModel,
  isShown: boolean,
  hasFocus: RefObject<boolean>,
): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || !isShown) return;
    const readSelection = () => {
      if (document.activeElement === element) takeSelection();
    };
    const takeSelection = () => {
      const { selectionStart, selectionEnd, selectionDirection } = element;
      if (selectionDirection === 'backward') model.select(selectionEnd, selectionStart);
      else model.select(selectionStart, selectionEnd);
    };
    const showSelection = () => {
      const { selectionStart, selectionEnd } = element;
      if (selectionStart === model.start && selectionEnd === model.end) return;
      element.setSelectionRange(
        model.start,
        model.end,
        model.selection.head < model.end ? 'backward' : 'forward',
      );
    };
    const showText = () => {
      if (element.value === model.text) return;
      element.value = model.text;
      showSelection();
    };
    const read = (event: Event) => {
      const { value, selectionStart, selectionEnd } = element;
      const change = changeBetween(model.text, value, selectionEnd);
      const { inputType } = event as InputEvent;
      const isTyping = change.insert.length <= 2 && /^(?:insert|delete)/.test(inputType ?? '');
      model.edit(change, { selection: { anchor: selectionStart, head: selectionEnd }, isTyping });
    };
    // The browser's own history does not know the edits of tools and of others.
    const takeBack = (event: InputEvent) => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      event.preventDefault();
      if (event.inputType === 'historyUndo') model.undo();
      else model.redo();
    };
    element.value = model.text;
    element.setSelectionRange(model.start, model.end);
    const view = {
      focus: () => element.focus(),
      readSelection,
      placeOf: (offset: number) => caretPlace(element, offset),
    };
    model.view = view;
    if (hasFocus.current) element.focus();
    // In the capturing phase: the handlers of the component find the text in the model.
    element.addEventListener('input', read, true);
    element.addEventListener('beforeinput', takeBack);
    document.addEventListener('selectionchange', readSelection);
    const ends = [model.subscribe(showText), model.subscribeToSelection(showSelection)];
    return () => {
      // A key may have moved the caret, of which the browser tells later; the rich editor goes on from there.
      takeSelection();
      if (model.view === view) model.view = undefined;
      element.removeEventListener('input', read, true);
      element.removeEventListener('beforeinput', takeBack);
      document.removeEventListener('selectionchange', readSelection);
      for (const end of ends) end();
    };
  }, [area, model, isShown, hasFocus]);
}
