import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import type { Completion } from './use-completions.ts';
import '../popups/picker.css';

interface CompletionListProps {
  id: string;
  options: readonly Completion[];
  active: number;
  at: { x: number; y: number; height: number };
  onPick: (option: Completion) => void;
}

const width = 280;

/** What `@`, `#` or `/` may mean, beside the caret. The text keeps the focus. */
export function CompletionList({ id, options, active, at, onPick }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
  const isLow = at.y + 260 > innerHeight;
  const left = Math.max(8, Math.min(at.x, innerWidth - width - 8));
  const place = isLow ? { left, bottom: innerHeight - at.y + 4 } : { left, top: at.y + at.height + 4 };
  return createPortal(
    <section aria-label={m.parts.suggestions}>
      <div
        ref={list}
        id={`${id}-list`}
        className="completion-list"
        role="listbox"
        // It scrolls, and what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={m.parts.suggestions}
        style={place}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are on the text, which keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the text names the active option
          <div
            key={option.id}
            id={`${id}-${option.id}`}
            role="option"
            aria-selected={index === active}
            className={classes('picker-option', index === active && 'picker-option-active')}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(option)}
          >
            {option.before}
            <span className="picker-option-text">{option.label}</span>
            {option.hint && <span className="picker-option-hint">{option.hint}</span>}
          </div>
        ))}
      </div>
    </section>,
    document.body,
  );
}
