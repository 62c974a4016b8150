import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { m } from '../../messages/index.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Completion } from './complete-filter.ts';
import type { Vocabulary } from './filter-text.ts';
import { icons } from './filter-words.ts';
import { lateFilter } from './late-filter.ts';

interface FilterInputProps {
  text: string;
  /** `unfinished` is where the name of a filter has begun. */
  onText: (text: string, unfinished?: { from: number; to: number }) => void;
  vocabulary: Vocabulary;
  onDone: () => void;
  ref: Ref<HTMLInputElement>;
}

/** The filters as text, with completion of names and values. */
export function FilterInput({ text, onText, vocabulary, onDone, ref }: FilterInputProps) {
  const id = useId();
  const [caret, setCaret] = useState(text.length);
  const [chosen, setChosen] = useState(-1);
  const [isClosed, setClosed] = useState(false);
  const late = lateFilter.use(true);
  const completions = late?.completeFilter(text, caret, vocabulary);
  const items = (!isClosed && completions?.items) || [];

  const accept = (input: HTMLInputElement, item: Completion) => {
    if (!late || !completions) return;
    const next = late.applyCompletion(text, completions, item);
    onText(next.text);
    setCaret(next.caret);
    setChosen(-1);
    // React writes the value after this handler; the caret can only be placed then.
    requestAnimationFrame(() => input.setSelectionRange(next.caret, next.caret));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const item = items[chosen];
    if (event.key === 'ArrowDown' && items.length > 0) setChosen((chosen + 1) % items.length);
    else if (event.key === 'ArrowUp' && items.length > 0)
      setChosen(chosen <= 0 ? items.length - 1 : chosen - 1);
    else if (event.key === 'Enter' && item) accept(event.currentTarget, item);
    else if (event.key === 'Tab' && !event.shiftKey && item) accept(event.currentTarget, item);
    else if (event.key === 'Enter') onDone();
    else if (event.key === 'Escape' && items.length > 0 && chosen >= 0) setChosen(-1);
    else if (event.key === 'Escape') onDone();
    else return;
    event.preventDefault();
  };

  return (
    <div className="filter-input">
      <Icon name="filter" />
      <input
        ref={ref}
        className="filter-input-field"
        type="text"
        role="combobox"
        aria-label={m.filter.label}
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen >= 0 && items[chosen] ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={m.filter.textPlaceholder}
        value={text}
        onChange={(event) => {
          const { value, selectionStart } = event.target;
          const at = selectionStart ?? value.length;
          const next = late?.completeFilter(value, at, vocabulary);
          onText(value, next?.isName && next.items.length > 0 ? next : undefined);
          setCaret(at);
          setChosen(-1);
          setClosed(false);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
        onKeyDown={onKeyDown}
        onBlur={onDone}
      />
      <div
        className="filter-suggestions"
        id={`${id}-list`}
        role="listbox"
        aria-label={m.filter.suggestions}
        hidden={items.length === 0}
      >
        {items.map((item, index) => (
          <div
            key={item.text}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            className="filter-suggestion"
            // The press must not take the focus from the field.
            onPointerDown={(event) => {
              event.preventDefault();
              const input = event.currentTarget.closest('.filter-input')?.querySelector('input');
              if (input) accept(input, item);
            }}
          >
            {item.filter && <Icon name={icons[item.filter]} />}
            <span className="filter-suggestion-name">{item.label}</span>
            {item.hint && <span className="filter-suggestion-hint">{item.hint}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
