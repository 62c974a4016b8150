import { type KeyboardEvent, type SyntheticEvent, useId, useState } from 'react';

interface SuggestionKeys<T> {
  items: readonly T[];
  onAccept: (item: T) => void;
  /** Called for Enter without a suggestion. */
  onDone: () => void;
  /** Called for Escape without a suggestion. */
  onLeave: () => void;
  /** Called when the caret may have moved. `select` alone reports no caret without a selection. */
  onCaret: (input: HTMLInputElement) => void;
}

/** The keys and attributes of a field with suggestions (combobox pattern). */
export function useSuggestions<T>({ items, onAccept, onDone, onLeave, onCaret }: SuggestionKeys<T>) {
  const id = useId();
  const [chosen, choose] = useState(-1);
  const accept = (item: T) => {
    choose(-1);
    onAccept(item);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const item = items[chosen];
    const isTab = event.key === 'Tab' && !event.shiftKey;
    if (event.key === 'ArrowDown' && items.length > 0) choose((chosen + 1) % items.length);
    else if (event.key === 'ArrowUp' && items.length > 0) choose(chosen <= 0 ? items.length - 1 : chosen - 1);
    else if ((event.key === 'Enter' || isTab) && item) accept(item);
    else if (event.key === 'Enter') onDone();
    else if (event.key === 'Escape' && item) choose(-1);
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
  };

  const noteCaret = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => onCaret(currentTarget);

  return {
    /** Properties for the list. */
    listProps: { id, items, chosen, onAccept: accept },
    /** For the field, which calls it when its text changes. */
    forget: () => choose(-1),
    inputProps: {
      type: 'text',
      role: 'combobox',
      'aria-expanded': items.length > 0,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': items[chosen] ? `${id}-${chosen}` : undefined,
      'aria-autocomplete': 'list',
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
      onKeyDown,
      onKeyUp: noteCaret,
      onClick: noteCaret,
      onSelect: noteCaret,
    } as const,
  };
}
