import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { TextArea } from '../../../parts/controls/text-area.tsx';

const answerMs = 2_000;

interface ListLineProps {
  text: string;
  label: string;
  index: number;
  total: number;
  mayNot: string | undefined;
  onRename: (text: string) => void;
  onMove: (position: number) => void;
  onNext: () => void;
  className: string;
}

/** The text of an item in an ordered list, edited in place: Enter goes to the next one, Alt with an arrow moves the item. */
export function ListLine({
  text,
  label,
  index,
  total,
  mayNot,
  onRename,
  onMove,
  onNext,
  className,
}: ListLineProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  // The browser removes the focus from a field that moves in the page, also when the answer moves it again.
  useEffect(() => {
    if (index >= 0 && performance.now() - movedAt.current < answerMs) area.current?.focus();
  }, [index]);

  const rename = () => {
    const value = area.current?.value.trim();
    if (value && value !== text) onRename(value);
  };
  const move = (position: number) => {
    if (position < 0 || position >= total) return;
    movedAt.current = performance.now();
    onMove(position);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (event.key !== 'Enter' && step === undefined) return;
    event.preventDefault();
    if (step !== undefined) return move(index + step);
    rename();
    onNext();
  };
  return (
    <TextArea
      key={text}
      ref={area}
      look="bare"
      rows={1}
      className={className}
      aria-label={label}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      defaultValue={text}
      maxLength={500}
      readOnly={mayNot !== undefined}
      onBlur={rename}
      onKeyDown={press}
    />
  );
}

interface AddLineProps {
  input: RefObject<HTMLInputElement | null>;
  label: string;
  isWanted: boolean;
  onAdd: (text: string) => void;
  className: string;
}

/** The field for the next item of such a list. */
export function AddLine({ input, label, isWanted, onAdd, className }: AddLineProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const value = input.current?.value.trim();
        if (!value || !input.current) return;
        input.current.value = '';
        onAdd(value);
      }}
    >
      <input
        ref={input}
        className={`input ${className}`}
        aria-label={label}
        placeholder={label}
        maxLength={500}
        // biome-ignore lint/a11y/noAutofocus: the person just asked to add one
        autoFocus={isWanted}
      />
    </form>
  );
}
