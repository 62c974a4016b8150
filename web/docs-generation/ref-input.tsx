import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { m } from '../messages/index.ts';
import { classes } from '../parts/classes.ts';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { docsQueries } from './docs-queries.ts';
import { isCut, type RefSuggestion, suggestRefs } from './ref-suggestions.ts';
import '../parts/popups/picker.css';
import './ref-input.css';

const typingMs = 250;

interface RefInputProps {
  label: string;
  repo: string;
  defaultValue: string;
}

/** A ref, with the branches and tags of the repository to choose from. Anything else can be typed as well. */
export function RefInput({ label, repo, defaultValue }: RefInputProps) {
  const id = useId();
  const [text, setText] = useState(defaultValue);
  const [isOpen, setOpen] = useState(false);
  /** Only typed text filters the list; an initial value does not. */
  const [isTyped, setTyped] = useState(false);
  const [active, setActive] = useState(-1);

  const wanted = isTyped ? text.trim() : '';
  const all = useQuery({ ...docsQueries.refs(repo, ''), enabled: isOpen });
  const rested = useRested(wanted, typingMs);
  const isSearched = rested !== '' && all.data !== undefined && isCut(all.data);
  const found = useQuery({ ...docsQueries.refs(repo, rested), enabled: isOpen && isSearched });
  const shown = suggestRefs(isSearched ? (found.data ?? all.data) : all.data, wanted);
  const isShown = isOpen && shown.length > 0;

  const pick = (name: string) => {
    setText(name);
    setTyped(false);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // One more than the suggestions: the last one is the text itself.
      const places = shown.length + 1;
      const next = ((active + 1 + step + places) % places) - 1;
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && isShown && shown[active]) pick(shown[active].name);
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="ref-input">
      <TextInput
        value={text}
        maxLength={250}
        spellCheck={false}
        autoComplete="off"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setTyped(true);
          setOpen(true);
          setActive(-1);
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className="ref-input-list popup"
        hidden={!isShown}
        tabIndex={-1}
      >
        {shown.map((suggestion, index) => (
          <Suggestion
            key={`${suggestion.kind}:${suggestion.name}`}
            id={`${id}-${index}`}
            suggestion={suggestion}
            isActive={index === active}
            onPick={() => pick(suggestion.name)}
          />
        ))}
      </div>
    </div>
  );
}

interface SuggestionProps {
  id: string;
  suggestion: RefSuggestion;
  isActive: boolean;
  onPick: () => void;
}

function Suggestion({ id, suggestion: { name, kind }, isActive, onPick }: SuggestionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes('picker-option', isActive && 'picker-option-active')}
      // The field keeps the focus, so that the person can continue typing.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      onKeyDown={() => {}}
    >
      <Icon name={kind === 'branch' ? 'branch' : 'label'} />
      <span className="picker-option-text">{name}</span>
      <span className="picker-option-hint">{m.docs.form.refKinds[kind]}</span>
    </div>
  );
}

/** The value once it has not changed for some time. */
function useRested(value: string, ms: number): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
