const isMac = (): boolean => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

const macNames: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥', ctrl: '⌃' };
const otherNames: Record<string, string> = { mod: 'Ctrl', shift: '⇧', alt: 'Alt', ctrl: 'Ctrl' };
const keyNames: Record<string, string> = {
  enter: '↵',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  backspace: '⌫',
  delete: 'Del',
  space: 'Space',
};

/** The caps to draw for a key description: `mod+k` is ⌘ K on a Mac and Ctrl K elsewhere, `g b` is G then B. */
export function keyText(keys: string, mac = isMac()): string[] {
  const names = mac ? macNames : otherNames;
  return keys
    .split(' ')
    .flatMap((chord) => chord.split(/(?<=.)\+/))
    .filter(Boolean)
    .map((key) => names[key.toLowerCase()] ?? keyNames[key.toLowerCase()] ?? cap(key));
}

const cap = (key: string) => (key.length === 1 ? key.toUpperCase() : key);
