import { useEffect, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { createTicket, inOneStep, type NewTicket, placeTicket, useDraft } from '../../replica/index.ts';
import './quick-add.css';

interface QuickAddProps {
  /** The value of the column. */
  column: string;
  fields: Omit<NewTicket, 'title'>;
  /** The first card of a column in manual order; new tickets come before it. */
  first: string | undefined;
  /** “Add to Backlog” */
  label: string;
}

/** Adds tickets on top of a column: Enter creates one and waits for the next title, Escape closes. */
export function QuickAdd({ column, fields, first, label }: QuickAddProps) {
  const draft = useDraft(`new-ticket:${fields.projectId}:${column}`);
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);

  const add = () => {
    const title = draft.text.trim();
    if (!title) return;
    inOneStep('', () => {
      const id = createTicket({ ...fields, title });
      if (first !== undefined) placeTicket(id, { before: first });
    });
    draft.clear();
  };
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  };

  if (!isOpen) {
    return (
      <button
        ref={button}
        type="button"
        className="quick-add-button"
        aria-label={draft.text ? m.board.continueIn(label) : label}
        onClick={() => setOpen(true)}
      >
        <Icon name="plus" />
        <span>{draft.text ? m.board.continueDraft : m.board.add}</span>
      </button>
    );
  }
  return (
    <form
      className="quick-add"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <textarea
        ref={field}
        className="quick-add-title"
        aria-label={m.board.newTitle}
        placeholder={m.board.newTitle}
        rows={2}
        maxLength={500}
        enterKeyHint="done"
        value={draft.text}
        onChange={(event) => draft.setText(event.target.value.replaceAll('\n', ' '))}
        onBlur={() => {
          if (!draft.text.trim()) setOpen(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            close();
          } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            add();
          }
        }}
      />
      <p className="quick-add-hint">{m.board.addHint}</p>
    </form>
  );
}
