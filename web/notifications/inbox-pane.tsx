import { useEffect, useRef } from 'react';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { Link } from '../router/index.ts';
import { useLateTicket } from '../tickets/index.ts';
import { describeNotification, quoteOf } from './describe-notification.ts';
import type { InboxEntry } from './group-notifications.ts';
import './inbox-pane.css';

interface Props {
  entry: InboxEntry | undefined;
  /** Undefined at the ends of the list. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose(): void;
  onToggle(): void;
  onDone: (() => void) | undefined;
  onRemove(): void;
}

/** What the chosen notification is about. On a phone it takes the place of the list. */
export function InboxPane({ entry, ...bar }: Props) {
  const pane = useRef<HTMLElement>(null);
  const openId = entry?.id;
  useEffect(() => {
    // On a phone the list is gone, and the focus with it.
    if (openId !== undefined && document.activeElement === document.body)
      pane.current?.focus({ preventScroll: true });
  }, [openId]);
  return (
    <section ref={pane} className="inbox-pane" aria-label={m.notifications.pane} tabIndex={-1}>
      {entry ? (
        <Content key={entry.id} entry={entry} {...bar} />
      ) : (
        <EmptyState icon="inbox" title={m.notifications.choose} text={m.notifications.chooseText} />
      )}
    </section>
  );
}

function Content({ entry, ...props }: Props & { entry: InboxEntry }) {
  const { ticket } = entry.newest;
  const late = useLateTicket(ticket !== null);
  const before = (
    <IconButton
      icon="arrow-left"
      label={m.notifications.back}
      className="inbox-back"
      onClick={props.onClose}
    />
  );
  const actions = <PaneActions entry={entry} {...props} />;
  if (ticket && late)
    return <late.TicketPane ticketKey={ticket.key ?? ticket.id} before={before} actions={actions} />;
  return (
    <>
      <div className="inbox-pane-bar">
        {before}
        {actions}
      </div>
      {ticket ? <Skeleton rows={8} /> : <WithoutTicket entry={entry} />}
    </>
  );
}

function PaneActions({
  entry,
  onPrevious,
  onNext,
  onToggle,
  onDone,
  onRemove,
}: Props & { entry: InboxEntry }) {
  const text = m.notifications;
  return (
    <span className="inbox-pane-actions">
      <IconButton
        icon="chevron-up"
        label={text.previous}
        keys="k"
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <IconButton icon="chevron-down" label={text.next} keys="j" disabled={!onNext} onClick={onNext} />
      <IconButton
        icon={entry.isRead ? 'mail' : 'check'}
        label={entry.isRead ? text.markUnread : text.markRead}
        keys="u"
        onClick={onToggle}
      />
      {onDone && <IconButton icon="archive" label={text.markDone} keys="Backspace" onClick={onDone} />}
      <IconButton icon="trash" label={text.remove} keys="Delete" onClick={onRemove} />
    </span>
  );
}

/** An invitation, a webhook that was disabled and the like. */
function WithoutTicket({ entry }: { entry: InboxEntry }) {
  const { project, isGone } = entry.newest;
  return (
    <div className="inbox-pane-text">
      <p>{describeNotification(entry.newest)}</p>
      {quoteOf(entry.newest) && <blockquote>{quoteOf(entry.newest)}</blockquote>}
      {isGone && <p>{m.notifications.gone}</p>}
      {project && !isGone && (
        <Link to="/p/$key/board" params={{ key: project.key }} className="button">
          {m.notifications.openProject}
        </Link>
      )}
    </div>
  );
}
