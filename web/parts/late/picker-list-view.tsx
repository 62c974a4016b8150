import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import { KeyHint } from '../display/key-hint.tsx';
import { Icon } from '../icons/icon.tsx';
import type { PickerListProps, PickerOption } from '../popups/picker-list.tsx';
import { matchOptions } from '../popups/picker-match.ts';

const shownMax = 100;
const createId = 'create';

/** A search field over a list: the combobox pattern with the list always open. */
export function PickerListView({
  label,
  options,
  picked,
  multiple = false,
  onPick,
  placeholder = label,
  onCreate,
  onSearch,
  loading,
}: PickerListProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [activeId, setActiveId] = useState<string | undefined>(picked[0]);
  const input = useRef<HTMLInputElement>(null);

  const matches = onSearch ? options : matchOptions(options, text);
  const shown: PickerOption[] = matches.slice(0, shownMax);
  const typed = text.trim();
  if (onCreate && typed && !options.some((option) => option.label.toLowerCase() === typed.toLowerCase())) {
    shown.push({ id: createId, label: m.parts.create(typed), before: <Icon name="plus" /> });
  }
  const activeIndex = Math.max(
    0,
    shown.findIndex((option) => option.id === activeId),
  );
  const active = shown[activeIndex];

  function pick(option: PickerOption | undefined) {
    if (!option || option.disabled) return;
    if (option.id === createId) onCreate?.(typed);
    else onPick(option.id);
    if (multiple) setText('');
  }

  function move(to: number) {
    const next = shown[(to + shown.length) % shown.length];
    if (!next) return;
    setActiveId(next.id);
    document.getElementById(`${id}-${next.id}`)?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const moves: Record<string, number> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      PageDown: Math.min(activeIndex + 8, shown.length - 1),
      PageUp: Math.max(activeIndex - 8, 0),
    };
    const to = moves[event.key];
    const direct = text === '' ? shown.find(({ keys }) => keys === event.key) : undefined;
    if (direct) {
      event.preventDefault();
      pick(direct);
      return;
    }
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (to === undefined) pick(active);
    else move(to);
  }

  return (
    <div className="picker">
      <input
        ref={input}
        className="picker-input"
        role="combobox"
        type="text"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        placeholder={placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => {
          setText(event.target.value);
          setActiveId(undefined);
          onSearch?.(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        className="picker-list"
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-busy={loading || undefined}
        tabIndex={-1}
      >
        {shown.map((option, index) => (
          <PickerRow
            key={option.id}
            id={`${id}-${option.id}`}
            option={option}
            heading={option.group !== shown[index - 1]?.group ? option.group : undefined}
            active={option === active}
            picked={picked.includes(option.id)}
            multiple={multiple}
            onMove={() => setActiveId(option.id)}
            onPick={() => {
              pick(option);
              input.current?.focus();
            }}
          />
        ))}
      </div>
      <p
        className={classes('picker-note', shown.length > 0 && matches.length <= shownMax && 'said')}
        role="status"
      >
        {loading
          ? m.parts.searching
          : shown.length === 0
            ? m.parts.nothingFound
            : matches.length > shownMax
              ? m.parts.moreToFind(matches.length - shownMax)
              : ''}
      </p>
    </div>
  );
}

interface PickerRowProps {
  id: string;
  option: PickerOption;
  heading: string | undefined;
  active: boolean;
  picked: boolean;
  multiple: boolean;
  onMove: () => void;
  onPick: () => void;
}

function PickerRow({ id, option, heading, active, picked, multiple, onMove, onPick }: PickerRowProps) {
  return (
    <>
      {heading && (
        <div className="picker-heading" role="presentation">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are on the text field, which keeps the focus */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the text field names the active option */}
      <div
        id={id}
        role="option"
        aria-selected={picked}
        aria-disabled={option.disabled ? true : undefined}
        className={classes('picker-option', active && 'picker-option-active')}
        onPointerMove={() => !active && onMove()}
        onPointerDown={(event) => event.preventDefault()}
        onClick={onPick}
      >
        {multiple && <span className={classes('picker-box', picked && 'picker-box-on')} aria-hidden="true" />}
        {option.before}
        <span className="picker-option-text">
          {option.label}
          {option.disabled && <span className="picker-option-reason">{option.disabled}</span>}
        </span>
        {option.hint && <span className="picker-option-hint">{option.hint}</span>}
        {option.keys && <KeyHint keys={option.keys} />}
        {!multiple && picked && <Icon name="check" />}
      </div>
    </>
  );
}
