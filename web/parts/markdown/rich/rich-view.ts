import type { Edit } from '../../../../packages/text-edits/index.ts';
import { lineEndAt } from '../text-edits.ts';
import { changeBetween, type TextModel, transformChanges } from '../text-model.ts';
import { findDeletion } from './deletions.ts';
import { isBeforeHidden, RichLines } from './rich-lines.ts';

export interface RichViewOptions {
  /** Called after the person typed or deleted something. */
  onInput: () => void;
  /** Enter: true if it did something else than a new line. */
  onEnter: () => boolean;
  /** Pasted or dropped: true if it was taken. */
  onFiles: (files: FileList) => boolean;
  /** The Markdown for pasted HTML, if it is worth more than the plain text. */
  convertHtml: (html: string) => string | undefined;
  /** The browser's own commands for bold and italic, as in the menu of a selection on a phone. */
  onFormat: (mark: string) => void;
}

/**
 * Shows a text in a `contenteditable` element and edits it. Its text is the Markdown source: every input is made in the
 * model and drawn from there. Only while a word is composed (input methods, keyboards of phones) the browser writes into
 * the element itself; the line is then read back, and drawn when the word is complete.
 *
 * | mode      | the browser writes | the view draws                |
 * |-----------|--------------------|-------------------------------|
 * | idle      | nothing            | every change                  |
 * | composing | into the line      | nothing until the word is complete |
 */
export class RichView {
  readonly #root: HTMLElement;
  readonly #model: TextModel;
  readonly #options: RichViewOptions;
  readonly #lines: RichLines;
  readonly #end = new AbortController();
  #isComposing = false;
  #isPressed = false;
  /** The text that the element shows; differs from the model only while a word is composed. */
  #shown: string;
  /** Changes of the model that are not drawn, because a word is composed. */
  #undrawn: Edit[] = [];
  #isOwnChange = false;
  #dragged: { from: number; to: number } | undefined;
  #active: HTMLElement | undefined;

  constructor(root: HTMLElement, model: TextModel, options: RichViewOptions) {
    this.#root = root;
    this.#model = model;
    this.#options = options;
    this.#lines = new RichLines(root);
    this.#shown = model.text;
    this.#lines.drawAnew(model.text);
    const { signal } = this.#end;
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      run: (event: HTMLElementEventMap[Name]) => void,
    ) => root.addEventListener(name, run, { signal });
    on('beforeinput', (event) => this.#beforeInput(event));
    on('input', () => this.#readBack());
    on('compositionstart', () => this.#startComposing());
    on('compositionend', () => this.#endComposing());
    on('copy', (event) => this.#copy(event));
    on('cut', (event) => this.#copy(event));
    on('paste', (event) => this.#paste(event));
    on('dragstart', () => {
      this.readSelection();
      this.#dragged = { from: model.start, to: model.end };
    });
    on('dragend', () => {
      this.#dragged = undefined;
    });
    on('drop', (event) => this.#drop(event));
    on('click', (event) => this.#click(event));
    on('pointerdown', () => {
      this.#isPressed = true;
    });
    on('focus', () => this.#markActive());
    on('blur', () => this.#markActive());
    for (const name of ['pointerup', 'pointercancel'])
      document.addEventListener(
        name,
        () => {
          this.#isPressed = false;
          this.#markActive();
        },
        { signal },
      );
    document.addEventListener(
      'selectionchange',
      () => {
        if (this.#isComposing) return;
        this.readSelection();
        this.#markActive();
      },
      { signal },
    );
    const ends = [
      model.subscribe((change, origin) => this.#changed(change, origin === 'local')),
      model.subscribeToSelection(() => this.#showSelection()),
    ];
    signal.addEventListener('abort', () => {
      for (const end of ends) end();
    });
  }

  destroy(): void {
    this.#end.abort();
    if (this.#model.view === this) this.#model.view = undefined;
  }

  focus(): void {
    this.#root.focus({ preventScroll: true });
    this.#showSelection();
    this.#scrollToCaret();
  }

  readSelection(): void {
    const selection = document.getSelection();
    if (!selection?.anchorNode || !selection.focusNode || this.#isComposing) return;
    if (!this.#root.contains(selection.anchorNode) || !this.#root.contains(selection.focusNode)) return;
    this.#model.select(
      this.#lines.offsetOf(selection.anchorNode, selection.anchorOffset),
      this.#lines.offsetOf(selection.focusNode, selection.focusOffset),
    );
  }

  placeOf(offset: number): { x: number; y: number; height: number } | undefined {
    const place = this.#lines.placeOf(offset);
    if (!place) return undefined;
    const range = document.createRange();
    range.setStart(place.node, place.offset);
    // The first box of a range is where it begins; the box of an empty line is that of the line.
    const box = range.getClientRects()[0] ?? place.line.getBoundingClientRect();
    return { x: box.left, y: box.top, height: box.height };
  }

  #beforeInput(event: InputEvent): void {
    const { inputType } = event;
    if (this.#isComposing || event.isComposing || /Composition/.test(inputType)) return;
    event.preventDefault();
    this.readSelection();
    // A key can come before the event that tells of the caret's new place.
    this.#markActive();
    const data = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    if (inputType === 'historyUndo') this.#model.undo();
    else if (inputType === 'historyRedo') this.#model.redo();
    else if (inputType === 'insertReplacementText') this.#replaceWord(event, data);
    else if (inputType === 'insertLineBreak') this.#insert('\n');
    else if (inputType === 'insertParagraph') {
      if (!this.#options.onEnter()) this.#insert('\n');
    } else if (inputType === 'formatBold') this.#options.onFormat('**');
    else if (inputType === 'formatItalic') this.#options.onFormat('_');
    else if (inputType.startsWith('insert')) this.#insert(data, inputType === 'insertText');
    else if (inputType.startsWith('delete')) this.#delete(inputType);
    this.#scrollToCaret();
    this.#options.onInput();
  }

  #insert(text: string, isTyping = false): void {
    const { start, end } = this.#model;
    const insert = text.replace(/\r\n?/g, '\n');
    const caret = start + insert.length;
    const selection = { anchor: caret, head: caret };
    this.#model.edit({ from: start, to: end, insert }, { selection, isTyping });
  }

  /** The browser corrects a word that is not the selection. */
  #replaceWord(event: InputEvent, insert: string): void {
    const range = event.getTargetRanges()[0];
    if (range)
      this.#model.select(
        this.#lines.offsetOf(range.startContainer, range.startOffset),
        this.#lines.offsetOf(range.endContainer, range.endOffset),
      );
    this.#insert(insert);
  }

  #delete(inputType: string): void {
    const { text, start, end } = this.#model;
    const range = findDeletion({ text, start, end }, inputType);
    if (!range) return;
    const isTyping = start === end && inputType === 'deleteContentBackward';
    const selection = { anchor: range.from, head: range.from };
    this.#model.edit({ ...range, insert: '' }, { selection, isTyping });
  }

  #startComposing(): void {
    this.readSelection();
    this.#isComposing = true;
  }

  /** Called after the browser wrote into the element. */
  #readBack(): void {
    const shown = this.#lines.read();
    if (shown !== this.#shown) {
      const selection = document.getSelection();
      const caret = selection?.focusNode
        ? this.#lines.offsetOf(selection.focusNode, selection.focusOffset)
        : shown.length;
      const change = changeBetween(this.#shown, shown, Math.min(caret, shown.length));
      const [mine, rest] = transformChanges([change], this.#undrawn);
      this.#undrawn = rest;
      this.#shown = shown;
      this.#isOwnChange = true;
      for (const one of mine) {
        const at = one.from + one.insert.length;
        this.#model.edit(one, { isTyping: true, selection: { anchor: at, head: at } });
      }
      this.#isOwnChange = false;
    }
    if (!this.#isComposing) this.#drawRead();
    this.#options.onInput();
  }

  #endComposing(): void {
    this.#readBack();
    this.#isComposing = false;
    this.#drawRead();
    this.#scrollToCaret();
  }

  /** Draws what the browser wrote. */
  #drawRead(): void {
    const line = this.#lines.lineOf(document.getSelection()?.focusNode ?? null);
    this.#undrawn = [];
    this.#shown = this.#model.text;
    if (this.#lines.isIntact) this.#lines.draw(this.#model.text, line);
    else this.#lines.drawAnew(this.#model.text);
    this.#showSelection();
    this.#markActive();
  }

  #changed(change: Edit, isLocal: boolean): void {
    if (this.#isOwnChange) return;
    if (this.#isComposing) {
      this.#undrawn.push(change);
      return;
    }
    this.#shown = this.#model.text;
    this.#lines.draw(this.#model.text);
    this.#showSelection();
    if (isLocal) this.#markActive();
  }

  #showSelection(): void {
    if (this.#isComposing || document.activeElement !== this.#root) return;
    const selection = document.getSelection();
    const { anchor, head } = this.#model.selection;
    const from = this.#lines.placeOf(anchor);
    const to = this.#lines.placeOf(head);
    if (!selection || !from || !to) return;
    if (
      selection.anchorNode &&
      selection.focusNode &&
      this.#root.contains(selection.anchorNode) &&
      this.#root.contains(selection.focusNode) &&
      this.#lines.offsetOf(selection.anchorNode, selection.anchorOffset) === anchor &&
      this.#lines.offsetOf(selection.focusNode, selection.focusOffset) === head
    )
      return;
    // The marks of the line are shown first: a caret cannot stand in hidden text.
    this.#setActive(to.line);
    selection.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
  }

  /** The line with the caret shows its marks. Not while the pointer is down: the text would move under it. */
  #markActive(): void {
    if (this.#isPressed || this.#isComposing) return;
    const { text, selection, start, end } = this.#model;
    const place = document.activeElement === this.#root ? this.#lines.placeOf(selection.head) : undefined;
    // A caret that comes to the end of a line stands before its hidden marks.
    if (place && start === end && place.line !== this.#active && isBeforeHidden(place))
      this.#model.select(lineEndAt(text, end));
    this.#setActive(place?.line);
  }

  #setActive(line: HTMLElement | undefined): void {
    if (line === this.#active && line?.classList.contains('rich-active') !== false) return;
    this.#active?.classList.remove('rich-active');
    line?.classList.add('rich-active');
    this.#active = line;
  }

  #scrollToCaret(): void {
    if (document.activeElement !== this.#root) return;
    const line = this.#lines.placeOf(this.#model.selection.head)?.line;
    if (!line) return;
    const box = this.#root.getBoundingClientRect();
    if (line.offsetHeight < Math.min(box.height, innerHeight / 2)) {
      line.scrollIntoView({ block: 'nearest' });
      return;
    }
    const caret = this.placeOf(this.#model.selection.head);
    if (!caret) return;
    if (caret.y < box.top) this.#root.scrollTop -= box.top - caret.y;
    else this.#root.scrollTop += Math.max(0, caret.y + caret.height - box.bottom);
  }

  #copy(event: ClipboardEvent): void {
    this.readSelection();
    const { text, start, end } = this.#model;
    if (start === end) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text.slice(start, end));
    if (event.type === 'cut') this.#delete('deleteByCut');
  }

  #paste(event: ClipboardEvent): void {
    const data = event.clipboardData;
    if (!data) return;
    event.preventDefault();
    this.readSelection();
    if (data.files.length > 0 && this.#options.onFiles(data.files)) return;
    const html = data.getData('text/html');
    this.#insert((html && this.#options.convertHtml(html)) || data.getData('text/plain'));
    this.#scrollToCaret();
  }

  #drop(event: DragEvent): void {
    const data = event.dataTransfer;
    if (!data) return;
    event.preventDefault();
    const at = this.#offsetAt(event.clientX, event.clientY);
    if (data.files.length > 0) {
      this.#model.select(at);
      this.#options.onFiles(data.files);
      return;
    }
    const moved = event.ctrlKey || event.altKey ? undefined : this.#dragged;
    const { text } = this.#model;
    const insert = data.getData('text/plain').replace(/\r\n?/g, '\n');
    if (insert === '' || (moved && at >= moved.from && at <= moved.to)) return;
    const rest = moved ? text.slice(0, moved.from) + text.slice(moved.to) : text;
    const to = moved && at > moved.from ? at - (moved.to - moved.from) : at;
    this.#model.edit(changeBetween(text, rest.slice(0, to) + insert + rest.slice(to)), {
      selection: { anchor: to, head: to + insert.length },
    });
    this.focus();
  }

  #offsetAt(x: number, y: number): number {
    const place = document.caretPositionFromPoint?.(x, y);
    if (!place || !this.#root.contains(place.offsetNode)) return this.#model.text.length;
    return this.#lines.offsetOf(place.offsetNode, place.offset);
  }

  /** A click on the box of a task ticks it. */
  #click(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : undefined;
    const task = target?.closest('.rich-task');
    if (!task) return;
    event.preventDefault();
    const at = this.#lines.offsetOf(task, 0) + 1;
    const insert = this.#model.text[at] === ' ' ? 'x' : ' ';
    this.#model.edit({ from: at, to: at + 1, insert });
  }
}
