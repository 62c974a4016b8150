import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { diffWords, type Edits, mergeTexts } from '../../../../packages/text-edits/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Notice } from '../../../parts/display/notice.tsx';
import { closeToastsAbout, conflictIn } from '../../../parts/popups/toasts.ts';
import { type Conflict, useMe } from '../../../replica/index.ts';
import { ticketQueries } from '../ticket-queries.ts';
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
  const { ticketId, mine, theirs, base } = conflict;
  const name = useOtherName(conflict);
  const edits = useMemo(() => diffWords(mine, theirs), [mine, theirs]);
  const both = useMemo(() => {
    const merged = base === undefined ? undefined : mergeTexts(base, theirs, mine);
    return merged?.hasOverlap === false ? merged.text : undefined;
  }, [base, mine, theirs]);
  useEffect(() => {
    // The toast leads here; on a phone it would cover the buttons.
    closeToastsAbout(conflictIn(ticketId));
    place.current?.scrollIntoView({ block: 'nearest' });
    // One has all that the other has.
    if (both === theirs) conflict.keepTheirs();
    else if (both === mine) conflict.keepMine();
  }, [ticketId]);
  return (
    <div ref={place} className="text-conflict">
      <Notice look="warning" alert>
        {m.collaboration.changedBy(name)}
      </Notice>
      <p className="text-conflict-note">{m.collaboration.marked}</p>
      <div className="text-conflict-versions">
        {both !== undefined && (
          <section className="text-conflict-version" aria-label={m.collaboration.both}>
            <h3>{m.collaboration.both}</h3>
            <pre>{both}</pre>
          </section>
        )}
        <section className="text-conflict-version" aria-label={text.mine}>
          <h3>{text.mine}</h3>
          <pre>{markWords(mine, edits, 'before')}</pre>
        </section>
        <section className="text-conflict-version" aria-label={m.collaboration.versionOf(name)}>
          <h3>{m.collaboration.versionOf(name)}</h3>
          <pre>{markWords(theirs, edits, 'after')}</pre>
        </section>
      </div>
      <div className="text-conflict-actions">
        {both !== undefined && (
          <Button look="primary" onClick={() => conflict.keep(both)}>
            {m.collaboration.useBoth}
          </Button>
        )}
        <Button look={both === undefined ? 'primary' : 'plain'} onClick={conflict.keepMine}>
          {text.keepMine}
        </Button>
        <Button onClick={conflict.keepTheirs}>{text.takeTheirs}</Button>
        {onMerge && <Button onClick={onMerge}>{text.merge}</Button>}
      </div>
    </div>
  );
}

/** Who changed the text last, by the history of the ticket. */
function useOtherName({ ticketId, field }: Conflict): string | undefined {
  const me = useMe();
  const { data } = useInfiniteQuery(ticketQueries.history(ticketId));
  const items = data?.pages[0]?.data ?? [];
  const last = items.find(({ changes, actor }) => changes?.[field] && actor && actor.id !== me.id);
  return last?.actor?.name;
}

/** The text with the words marked that only it has. The edits lead from one text (`before`) to the other (`after`). */
function markWords(text: string, edits: Edits, side: 'before' | 'after') {
  let at = 0;
  let shift = 0;
  const pieces = edits.flatMap(({ from, to, insert }) => {
    const start = side === 'before' ? from : from + shift;
    const end = side === 'before' ? to : start + insert.length;
    shift += insert.length - (to - from);
    const plain = text.slice(at, start);
    at = end;
    return end > start ? [plain, <mark key={start}>{text.slice(start, end)}</mark>] : [plain];
  });
  return [...pieces, text.slice(at)];
}
