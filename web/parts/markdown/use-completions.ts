import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { applyEdit, selectionOf } from './area-edits.ts';
import { caretPlace } from './caret-place.ts';
import { type CompletionPlace, complete, findCompletion } from './text-edits.ts';

export interface Completion {
  id: string;
  label: string;
  hint?: string | undefined;
  before?: ReactNode;
  /** What is put into the text: `@ada`, `PAY-12`. */
  insert: string;
}

/** Finds what `@` or `#` with some letters may mean. An answer that arrives after further typing is dropped. */
export type FindCompletions = (query: string) => readonly Completion[] | Promise<readonly Completion[]>;

interface Shown {
  place: CompletionPlace;
  options: readonly Completion[];
  active: number;
  at: { x: number; y: number; height: number };
}

export function useCompletions(
  area: RefObject<HTMLTextAreaElement | null>,
  finders: { '@': FindCompletions | undefined; '#': FindCompletions | undefined },
) {
  const [shown, setShown] = useState<Shown>();
  const asked = useRef(0);

  async function look() {
    const element = area.current;
    const place = element ? findCompletion(selectionOf(element)) : undefined;
    const find = place && finders[place.kind];
    const number = ++asked.current;
    if (!element || !place || !find) return setShown(undefined);
    const options = await find(place.query);
    if (number !== asked.current) return;
    setShown(
      options.length === 0 ? undefined : { place, options, active: 0, at: caretPlace(element, place.from) },
    );
  }

  function close() {
    asked.current += 1;
    setShown(undefined);
  }

  function pick(option: Completion | undefined) {
    if (!shown || !option || !area.current) return;
    applyEdit(area.current, complete(selectionOf(area.current), shown.place, option.insert));
    close();
  }

  /** True if the key was for the list. */
  function press(key: string): boolean {
    if (!shown) return false;
    const { options, active } = shown;
    if (key === 'ArrowDown') setShown({ ...shown, active: (active + 1) % options.length });
    else if (key === 'ArrowUp')
      setShown({ ...shown, active: (active - 1 + options.length) % options.length });
    else if (key === 'Enter' || key === 'Tab') pick(options[active]);
    else if (key === 'Escape') close();
    else return false;
    return true;
  }

  return { shown, look, close, pick, press };
}
