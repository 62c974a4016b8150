import { useLayoutEffect, useRef } from 'react';
import { changeSettings, personalSettings, useSetting } from '../personal-settings.ts';
import { holdKeys, isInModal, isTextField } from './held-keys.ts';
import { type KeyBinding, KeyRegistry } from './key-registry.ts';

export { holdKeys } from './held-keys.ts';
export type { KeyBinding, KeyGroup } from './key-registry.ts';

const registry = new KeyRegistry();
const readSingleKeys = () => {
  registry.singleKeys = personalSettings.get().singleKeys !== false;
};
readSingleKeys();
personalSettings.subscribe(readSingleKeys);

/** The bindings are in force while the component is shown. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const layer = useRef<ReturnType<KeyRegistry['add']>>(null);
  // With what is drawn: a key that is pressed between the two would be lost, and the next ones be taken for shortcuts.
  useLayoutEffect(() => {
    layer.current = registry.add([]);
    return () => layer.current?.remove();
  }, []);
  useLayoutEffect(() => layer.current?.replace(bindings));
}

let openPopups = 0;

/**
 * Turns the keys of the page off while a menu, popover or dialog is open. What has the focus then does not matter: content
 * that is replaced leaves it on the page.
 */
export function useKeysOff(isOpen: boolean): void {
  useHeldKeys(isOpen);
  useLayoutEffect(() => {
    if (!isOpen) return;
    openPopups++;
    return () => {
      openPopups--;
    };
  }, [isOpen]);
}

/** Gives what is typed before a popup is loaded to it: once the focus is in it. */
export function useHeldKeys(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const endHold = holdKeys();
    const look = (focused: EventTarget | null) => isInModal(focused) && endHold('give');
    look(document.activeElement);
    const onFocus = ({ target }: FocusEvent) => look(target);
    document.addEventListener('focusin', onFocus);
    return () => {
      endHold('drop');
      document.removeEventListener('focusin', onFocus);
    };
  }, [isOpen]);
}

export const listKeys = () => registry.list();
export const useSingleKeys = (): boolean => useSetting('singleKeys') !== false;

export const setSingleKeys = (singleKeys: boolean): void => changeSettings({ singleKeys });

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.repeat === undefined) return;
  if (openPopups > 0 || isModifier(event.key) || isInModal(event.target)) return;
  const binding = registry.press(event, isTextField(event.target), event.timeStamp);
  if (!binding) return;
  event.preventDefault();
  binding.run(event);
});

const isModifier = (key: string) => ['Shift', 'Control', 'Alt', 'Meta'].includes(key);
