import { type ReactNode, useRef, useState } from 'react';
import { applyEdit, selectionOf } from './model-edits.ts';
import { type CompletionPlace, complete, findCompletion, removeTyped, type Selection } from './text-edits.ts';
import type { TextModel } from './text-model.ts';

export interface Completion {
  id: string;
  label: string;
  hint?: string | undefined;
  /** More words to find a command by. */
  keywords?: string;
  before?: ReactNode;
  /** What is put into the text: `@ada`, `PAY-12`. A command has an `edit` or a `run` instead. */
  insert?: string;
  edit?: (selection: Selection) => Selection | undefined;
  run?: () => void;
}

/** Finds what `@`, `#` or `/` with some letters may mean. An answer that arrives after further typing is dropped. */
export type FindCompletions = (query: string) => readonly Completion[] | Promise<readonly Completion[]>;

interface Shown {
  place: CompletionPlace;
  options: readonly Completion[];
  active: number;
  at: { x: number; y: number; height: number };
}

export function useCompletions(
  model: TextModel,
  finders: Record<CompletionPlace['kind'], FindCompletions | undefined>,
) {
  const [shown, setShown] = useState<Shown>();
  const asked = useRef(0);

  async function look() {
    const place = findCompletion(selectionOf(model));
    const find = place && finders[place.kind];
    const number = ++asked.current;
    if (!place || !find) return setShown(undefined);
    const options = await find(place.query);
    if (number !== asked.current) return;
    const at = model.view?.placeOf(place.from);
    setShown(options.length === 0 || !at ? undefined : { place, options, active: 0, at });
  }

  function close() {
    asked.current += 1;
    setShown(undefined);
  }

  function pick(option: Completion | undefined) {
    if (!shown || !option) return;
    const { place } = shown;
    close();
    if (option.insert !== undefined) {
      applyEdit(model, complete(selectionOf(model), place, option.insert));
      return;
    }
    const bare = removeTyped(selectionOf(model), place);
    applyEdit(model, option.edit?.(bare) ?? bare);
    option.run?.();
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
