import { useEffect, useRef } from 'react';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Notice } from '../../../parts/display/notice.tsx';
import { closeToastsAbout, conflictIn } from '../../../parts/popups/toasts.ts';
import type { Conflict } from '../../../replica/index.ts';
import './text-conflict.css';

export interface TextConflictProps {
  conflict: Conflict;
  /** Opens this person's text in an editor beside the other one. */
  onMerge?: () => void;
}

/** Two people changed the same text: shows both versions side by side, so that neither is lost. */
export function TextConflict({ conflict, onMerge }: TextConflictProps) {
  const text = m.ticket.conflict;
  const place = useRef<HTMLDivElement>(null);
  const { ticketId } = conflict;
  useEffect(() => {
    // The toast leads here; on a phone it would cover the buttons.
    closeToastsAbout(conflictIn(ticketId));
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [ticketId]);
  return (
    <div ref={place} className="text-conflict">
      <Notice look="warning" alert>
        {text.title}
      </Notice>
      <div className="text-conflict-versions">
        <section className="text-conflict-version" aria-label={text.mine}>
          <h3>{text.mine}</h3>
          <pre>{conflict.mine}</pre>
        </section>
        <section className="text-conflict-version" aria-label={text.theirs}>
          <h3>{text.theirs}</h3>
          <pre>{conflict.theirs}</pre>
        </section>
      </div>
      <div className="text-conflict-actions">
        <Button look="primary" onClick={conflict.keepMine}>
          {text.keepMine}
        </Button>
        <Button onClick={conflict.keepTheirs}>{text.takeTheirs}</Button>
        {onMerge && <Button onClick={onMerge}>{text.merge}</Button>}
      </div>
    </div>
  );
}
