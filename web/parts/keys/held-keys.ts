import { flushSync } from 'react-dom';

/** What does not come by then is not waited for: the network may be gone. */
const atLatestMs = 5_000;
/** Besides characters. Others, such as those of the browser, go on as usual. */
const heldKeys = ['Enter', 'Backspace', 'ArrowDown', 'ArrowUp'];

let reasons = 0;
let held: KeyboardEvent[] = [];

/**
 * Keeps keys back while what a key has opened is still loading: a picker, a form, a text field. The returned function ends
 * it; the keys are then given to what has the focus, in their order, or dropped.
 */
export function holdKeys(): (what: 'give' | 'drop') => void {
  let isOver = false;
  const end = (what: 'give' | 'drop') => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    if (what === 'drop') held = [];
    // After what the caller changes in the same turn is drawn; no key comes in between.
    if (--reasons === 0) queueMicrotask(giveKeys);
  };
  const timer = setTimeout(end, atLatestMs, 'drop');
  reasons++;
  return end;
}

/** Where the keys go that are typed: never held, because they arrive. */
export const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)));

/** Keys in a dialog or menu belong to it, unless it lets them through, as a drawer beside a list does. */
export const isInModal = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null &&
  target.closest('[data-keys="through"]') === null;

addEventListener(
  'keydown',
  (event) => {
    if (reasons === 0 || event.isComposing || isInModal(event.target) || isTextField(event.target)) return;
    if (event.key === 'Escape') held = [];
    if (!isCharacter(event) && !heldKeys.includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(event);
  },
  { capture: true },
);

/** A key that opens something that is not loaded either leaves the next ones held. */
function giveKeys(): void {
  while (reasons === 0) {
    const next = held.shift();
    if (!next) return;
    // Drawn after each, because Enter takes what the characters before it have found.
    flushSync(() => press(next, document.activeElement ?? document.body));
  }
}

function press(event: KeyboardEvent, target: Element): void {
  if (!target.dispatchEvent(new KeyboardEvent(event.type, event)) || !isTextField(target)) return;
  if (event.key === 'Backspace') edit(target, 'deleteContentBackward', 'delete');
  else if (event.key === 'Enter') edit(target, 'insertParagraph', 'insertParagraph');
  else if (isCharacter(event)) edit(target, 'insertText', 'insertText', event.key);
}

/** The rich editor takes the event; in other fields the command does what the key would have done, undo included. */
function edit(target: Element, inputType: string, command: string, data?: string): void {
  const init = { inputType, bubbles: true, cancelable: true, ...(data !== undefined && { data }) };
  if (!target.dispatchEvent(new InputEvent('beforeinput', init))) return;
  if (target instanceof HTMLInputElement && command === 'insertParagraph') return;
  document.execCommand(command, false, data);
}

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;
