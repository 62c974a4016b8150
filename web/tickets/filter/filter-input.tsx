import { useLayoutEffect, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { lateList } from '../list/late-list.ts';
import type { Vocabulary } from './filter-text.ts';
import type { Suggestion } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

interface FilterInputProps {
  text: string;
  /** `unfinished` is the range of a filter name that is being typed. */
  onText: (text: string, unfinished?: { from: number; to: number }) => void;
  /** Called when a condition of the query language begins at `from`. */
  onCondition: (text: string, from: number, caret: number) => void;
  vocabulary: Vocabulary;
  onDone: () => void;
}

/** The filters as text, with completion of names and values. */
export function FilterInput({ text, onText, onCondition, vocabulary, onDone }: FilterInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(text.length);
  const late = lateList.use(true);
  const completions = late?.completeFilter(text, caret, vocabulary);
  // At once, so that no key typed after “/” is lost.
  useLayoutEffect(() => input.current?.focus(), []);
  const splitCondition = (value: string, at: number) => {
    const from = late?.findCondition(value) ?? -1;
    if (from >= 0) onCondition(value, from, at - from);
    return from >= 0;
  };
  // A condition may have been typed before the code that recognizes it was loaded.
  useLayoutEffect(() => void splitCondition(text, caret), [late]);

  const accept = (item: Suggestion) => {
    if (!late || !completions) return;
    const next = late.applyCompletion(text, completions, item);
    onText(next.text);
    setCaret(next.caret);
    // Preact sets the value after this handler; only then can the caret be placed.
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret));
  };
  const { inputProps, listProps, forget } = useSuggestions({
    items: completions?.items ?? [],
    onAccept: accept,
    onDone,
    onLeave: onDone,
    onCaret: ({ selectionStart }) => setCaret(selectionStart ?? 0),
  });

  return (
    <div className="filter-input">
      <Icon name="filter" />
      <input
        {...inputProps}
        ref={input}
        className="filter-input-field"
        aria-label={m.filter.label}
        placeholder={m.filter.textPlaceholder}
        value={text}
        onChange={({ target: { value, selectionStart } }) => {
          const at = selectionStart ?? value.length;
          if (splitCondition(value, at)) return;
          const next = late?.completeFilter(value, at, vocabulary);
          onText(value, next?.isName && next.items.length > 0 ? next : undefined);
          setCaret(at);
          forget();
        }}
        onBlur={onDone}
      />
      {late && <late.SuggestionList {...listProps} />}
    </div>
  );
}
