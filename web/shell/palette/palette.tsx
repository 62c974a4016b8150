import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { KeyHint } from '../../parts/display/key-hint.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { StatusIcon } from '../../parts/icons/status-icon.tsx';
import { readBoot, useRow } from '../../replica/index.ts';
import { navigate } from '../../router/index.ts';
import { Excerpt, findTarget } from '../../tickets/index.ts';
import type { PaletteEntry } from './palette-entries.ts';
import { rememberUse } from './usage.ts';
import { usePaletteEntries } from './use-palette-entries.ts';
import './palette.css';

/**
 * One field for everything: find a ticket, go to a screen, run a command. It is a popover: for a modal dialog the
 * browser computes the style of every element behind it, which takes half of the time of opening. Nothing behind it
 * gets the focus.
 */
export function Palette({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  // Found before the field takes the focus.
  const [target] = useState(findTarget);
  const [opener] = useState(() => document.activeElement);
  const { sections, isSearching } = usePaletteEntries(text, target);
  const entries = sections.flatMap((section) => section.entries);
  const current = entries[Math.min(active, entries.length - 1)];
  const listId = useId();

  useEffect(() => dialog.current?.showPopover(), []);

  /**
   * The browser gives the focus back to an element, but leaves it in the hidden field if nothing had it. The next key would
   * go there and be lost.
   */
  function leaveField(): void {
    if (opener === document.body && document.activeElement instanceof HTMLElement)
      document.activeElement.blur();
  }

  function run(entry: PaletteEntry | undefined): void {
    if (!entry) return;
    // Closes first, because what the entry opens takes the focus.
    dialog.current?.hidePopover();
    rememberUse(readBoot().me.id, entry.id);
    if (entry.path) void navigate({ to: entry.path });
    else entry.run?.();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined)
      setActive((entries.length + Math.min(active, entries.length - 1) + step) % Math.max(entries.length, 1));
    else if (event.key === 'Enter') run(current);
    else if (event.key !== 'Tab') return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      className="palette"
      popover="auto"
      aria-modal="true"
      aria-label={m.shell.palette.title}
      onBeforeToggle={({ newState }) => newState === 'closed' && leaveField()}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onKeyDown={onKeyDown}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={m.shell.palette.label}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current && `${listId}-${current.id}`}
          aria-autocomplete="list"
          placeholder={m.shell.palette.placeholder}
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
        />
      </div>
      <div className="palette-list" role="listbox" id={listId} aria-label={m.shell.palette.title}>
        {sections.map(({ name, entries: listed }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
          <div key={name} role="group" aria-label={name}>
            <div className="palette-heading" aria-hidden="true">
              {name}
            </div>
            {listed.map((entry) => (
              <PaletteOption
                key={entry.id}
                id={`${listId}-${entry.id}`}
                entry={entry}
                isActive={entry === current}
                onRun={() => run(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="palette-empty" role="status">
        {entries.length === 0 && (isSearching ? m.shell.palette.searching : m.shell.palette.nothing(text))}
      </p>
    </dialog>
  );
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  onRun(): void;
}

function PaletteOption({ id, entry, isActive, onRun }: OptionProps) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      data-verb={entry.verb}
      className="palette-option"
      onClick={onRun}
    >
      {entry.ticketId ? <TicketMark id={entry.ticketId} /> : <Icon name={entry.icon ?? 'chevron-right'} />}
      {entry.hint && <span className="palette-hint figures">{entry.hint}</span>}
      <span className="palette-name">{entry.name}</span>
      {entry.snippet && <Excerpt snippet={entry.snippet} />}
      {entry.keys && <KeyHint keys={entry.keys} />}
    </div>
  );
}

function TicketMark({ id }: { id: string }) {
  const row = useRow(id);
  return row ? <StatusIcon status={row.status} own={row.ownStatusId} /> : <Icon name="task" />;
}
