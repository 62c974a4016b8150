import { useRef } from 'react';
import { m } from '../../../messages/index.ts';
import { classes } from '../../../parts/classes.ts';
import { Button } from '../../../parts/controls/button.tsx';
import {
  changeTickets,
  type TextBase,
  type TicketRow,
  useConflict,
  useDraft,
} from '../../../replica/index.ts';
import { whatOf } from '../../fields/index.ts';
import { TextConflict } from './text-conflict.tsx';
import './ticket-title.css';

/** The title, edited in place. It is saved when the field loses the focus, and never replaced while it is edited. */
export function TicketTitle({ row, mayNot }: { row: TicketRow; mayNot: string | undefined }) {
  const draft = useDraft(`title:${row.id}`, row.title);
  const conflict = useConflict(row.id, 'title');
  const base = useRef<TextBase>(undefined);
  const field = useRef<HTMLTextAreaElement>(null);
  // Losing the focus saves, but the state of this render still has the text that Escape discarded.
  const isGivenUp = useRef(false);
  if (mayNot !== undefined) return <h2 className="ticket-title">{row.title}</h2>;

  function save() {
    const title = draft.text.replace(/\s+/g, ' ').trim();
    if (title !== '' && title !== row.title && !isGivenUp.current) {
      changeTickets([row.id], { title }, m.ticket.titleChanged(whatOf([row])), base.current);
    }
    isGivenUp.current = false;
    draft.clear();
  }

  return (
    <div className="ticket-title-box">
      <h2 className="said">{row.title}</h2>
      <textarea
        ref={field}
        className={classes('ticket-title', 'ticket-title-field')}
        aria-label={m.ticket.title}
        data-ticket-title
        rows={1}
        maxLength={500}
        value={draft.text}
        onFocus={() => {
          base.current = { version: row.version, title: row.title };
        }}
        onChange={(event) => draft.setText(event.target.value.replace(/\n/g, ' '))}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') isGivenUp.current = true;
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          field.current?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
        }}
      />
      {draft.restored && draft.text !== row.title && (
        <p className="ticket-draft">
          {m.ticket.draftRestored}{' '}
          <Button look="quiet" onClick={draft.clear}>
            {m.ticket.discardDraft}
          </Button>
        </p>
      )}
      {conflict && <TextConflict conflict={conflict} />}
    </div>
  );
}
