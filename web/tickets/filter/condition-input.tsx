import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import type { IconName } from '../../parts/icons/icon-shapes.ts';
import { applySuggestion } from './apply-suggestion.ts';
import { ConditionProblem } from './condition-problem.tsx';
import { completionsQuery } from './condition-queries.ts';
import { icons } from './filter-words.ts';
import { offersAt } from './offers-at.ts';
import { type Suggestion, SuggestionList } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';
import './condition-input.css';

export interface ConditionInputProps {
  /** The initial text and position of the caret. */
  start: { text: string; caret: number };
  /** The condition in effect, which Escape restores. */
  filter: string | undefined;
  /** Called with every condition that is valid. */
  onChange: (filter: string | undefined) => void;
  onDone: () => void;
}

/** The server is not asked before this pause in typing. */
const pauseMs = 100;

/**
 * A condition of the query language as text, with suggestions from the server. It takes effect as soon as it is valid;
 * an invalid condition stays in the field with its problem.
 */
export function ConditionInput({ start, filter, onChange, onDone }: ConditionInputProps) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [{ text, caret }, setTyped] = useState(start);
  const [before] = useState(filter);
  const [isLeft, setLeft] = useState(false);
  const [hasSuggestions, setSuggestions] = useState(true);
  const asked = usePaused({ text, caret }, pauseMs);
  const { data } = useQuery(completionsQuery(asked.text, asked.caret));
  const isCurrent = data?.filter === text;
  // An unfinished word is not a mistake yet.
  const problem =
    isCurrent && data.problem && (isLeft || caret < data.problem.from || caret > data.problem.to)
      ? data.problem
      : undefined;

  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(start.caret, start.caret);
  }, [start]);

  /** Aligns the mark with the text, which is scrolled in its field if it is long. */
  const alignMark = () => {
    const mark = input.current?.nextElementSibling;
    if (mark) mark.scrollLeft = input.current?.scrollLeft ?? 0;
  };
  useLayoutEffect(alignMark);

  const apply = (valid: string) => {
    const wanted = valid.trim() || undefined;
    if (wanted !== filter) onChange(wanted);
  };
  const isValid = isCurrent && !data.problem;
  useEffect(() => {
    if (isValid) apply(text);
  });

  const write = (next: { text: string; caret: number }) => {
    setTyped(next);
    setLeft(false);
    setSuggestions(true);
  };
  const finish = async () => {
    setLeft(true);
    // Without an answer, the list requests the tickets and shows the problem.
    const answer = await client.fetchQuery(completionsQuery(text, caret)).catch(() => undefined);
    if (answer?.problem) return answer.problem;
    apply(text);
    onDone();
    return undefined;
  };
  const enter = async () => {
    const found = await finish();
    if (!found) return;
    setSuggestions(false);
    input.current?.setSelectionRange(found.from, found.to);
  };
  const leave = () => {
    if (before !== filter) onChange(before);
    onDone();
  };
  const offers = hasSuggestions ? offersAt(data, text, caret) : undefined;
  const { inputProps, listProps, forget } = useSuggestions({
    items: offers?.items.map(describe) ?? [],
    onAccept: ({ text: inserted }) => {
      if (!offers) return;
      const next = applySuggestion(text, offers, inserted);
      write(next);
      // Preact sets the value after this handler; only then can the caret be placed.
      requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret));
    },
    onDone: () => void enter(),
    onLeave: leave,
    onCaret: ({ selectionStart }) => {
      if (selectionStart !== null && selectionStart !== caret) setTyped({ text, caret: selectionStart });
    },
  });

  return (
    <div className="filter-input condition-input">
      <Icon name="filter" />
      <div className="condition-text">
        <input
          {...inputProps}
          ref={input}
          className="filter-input-field"
          aria-label={m.filter.names.filter}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && `${listProps.id}-problem`}
          placeholder={m.condition.placeholder}
          maxLength={4_000}
          value={text}
          onChange={({ target: { value, selectionStart } }) => {
            write({ text: value, caret: selectionStart ?? value.length });
            forget();
          }}
          onScroll={alignMark}
          onBlur={() => void finish()}
        />
        {problem && (
          <div className="condition-mark" aria-hidden="true">
            {text.slice(0, problem.from)}
            <mark>{text.slice(problem.from, problem.to) || ' '}</mark>
            {text.slice(problem.to)}
          </div>
        )}
      </div>
      <SuggestionList {...listProps} />
      {problem && <ConditionProblem id={`${listProps.id}-problem`} problem={problem} />}
    </div>
  );
}

interface Offered {
  kind: string;
  text: string;
  detail?: string;
}

const fieldIcons: Record<string, IconName> = {
  ...icons,
  due: 'calendar',
  created: 'clock',
  updated: 'history',
  text: 'search',
};

const describe = ({ kind, text, detail }: Offered): Suggestion => ({
  text,
  label: text,
  // The address of an agent means nothing to people.
  hint: detail?.endsWith('.invalid') ? undefined : detail,
  icon: kind === 'field' ? (fieldIcons[text] ?? 'edit') : undefined,
});

/** The value once it has not changed for a while. */
function usePaused<T>(value: T, waitMs: number): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return paused;
}
