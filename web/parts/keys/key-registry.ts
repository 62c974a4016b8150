/** The place of a binding in the keyboard map. */
export type KeyGroup = 'anywhere' | 'go' | 'lists' | 'ticket';

export interface KeyBinding {
  /** `c`, `Shift+ArrowRight`, `Mod+k` (⌘ on a Mac, Ctrl elsewhere), or two keys one after the other: `g b`. */
  keys: string;
  /** What the keyboard map shows; a binding without a name is not listed. */
  name?: string;
  group?: KeyGroup;
  /** Also while text is typed. */
  inText?: boolean;
  run(event: KeyboardEvent): void;
}

/** What the registry needs to know of a key press. */
export interface KeyPress {
  key: string;
  /** The physical key: on a Mac, Option turns a letter into another character. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const chordMs = 1_500;

/** The form in which bindings are written. Shift is named only for keys that it does not change, so `?` stays `?`. */
export function nameOfPress({ key: typed, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const key = (altKey && /^Key([A-Z])$/.exec(code)?.[1]) || typed;
  const isLetter = /^\p{L}$/u.test(key);
  const parts = [
    (ctrlKey || metaKey) && 'Mod',
    altKey && 'Alt',
    shiftKey && (isLetter || key.length > 1) && 'Shift',
    key === ' ' ? 'Space' : isLetter ? key.toLowerCase() : key,
  ];
  return parts.filter(Boolean).join('+');
}

/**
 * All bindings that are in force. A later layer wins, so a dialog's keys come before those of the page below it.
 *
 * | state   | event                                  | next    | effect                     |
 * |---------|----------------------------------------|---------|----------------------------|
 * | idle    | first key of a chord                   | waiting | remember it for 1.5 seconds |
 * | waiting | second key within 1.5 seconds          | idle    | run the chord              |
 * | waiting | another key, or 1.5 seconds have passed | idle    | treat the key as the first |
 */
export class KeyRegistry {
  readonly #layers: { bindings: readonly KeyBinding[] }[] = [];
  #first: { name: string; at: number } | undefined;
  singleKeys = true;

  add(bindings: readonly KeyBinding[]): { replace(bindings: readonly KeyBinding[]): void; remove(): void } {
    const layer = { bindings };
    this.#layers.push(layer);
    return {
      replace: (next) => {
        layer.bindings = next;
      },
      remove: () => {
        this.#layers.splice(this.#layers.indexOf(layer), 1);
      },
    };
  }

  /** The bindings in force, the last added first. */
  list(): KeyBinding[] {
    return this.#layers.toReversed().flatMap(({ bindings }) => bindings);
  }

  /** Returns the binding to run, if the press completes one. */
  press(press: KeyPress, inText: boolean, now: number): KeyBinding | undefined {
    const name = nameOfPress(press);
    const first = this.#first && now - this.#first.at < chordMs ? this.#first.name : undefined;
    this.#first = undefined;
    const allowed = this.list().filter((binding) => this.#isAllowed(binding, inText));
    const found =
      (first && allowed.find(({ keys }) => keys === `${first} ${name}`)) ??
      allowed.find(({ keys }) => keys === name);
    if (found) return found;
    if (allowed.some(({ keys }) => keys.startsWith(`${name} `))) this.#first = { name, at: now };
    return undefined;
  }

  #isAllowed({ keys, inText: worksInText = false }: KeyBinding, inText: boolean): boolean {
    if (inText && !worksInText) return false;
    return this.singleKeys || isCombination(keys);
  }
}

/** Keys that nobody presses while typing or dictating, which stay when single keys are switched off (WCAG 2.1.4). */
const isCombination = (keys: string) =>
  /^(?:Mod|Alt)\+|^(?:Arrow|Escape|Enter|Home|End|Page|Tab|Delete|ContextMenu|F\d)/.test(
    keys.replace(/^Shift\+/, ''),
  );
