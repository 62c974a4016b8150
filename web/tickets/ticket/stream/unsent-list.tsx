import { m } from '../../../messages/index.ts';
import { Avatar } from '../../../parts/display/avatar.tsx';
import { useMe, useUnsentComments } from '../../../replica/index.ts';
import { RichText } from '../texts/rich-text.tsx';
import './stream-comment.css';

/** The comments that wait to be sent, while the rest of the ticket cannot be loaded. */
export function UnsentList({ ticketId }: { ticketId: string }) {
  const unsent = useUnsentComments(ticketId);
  const me = useMe();
  return unsent.map(({ id, content }) => (
    <article key={id} className="stream-comment" aria-label={m.ticket.comments.by(me.name)}>
      <Avatar name={me.name} id={me.id} image={me.image} />
      <div className="stream-comment-body">
        <header className="stream-comment-head">
          <span className="stream-comment-author">{me.name}</span>
          <span className="stream-comment-waiting">{m.ticket.comments.waiting}</span>
        </header>
        <RichText text={content} />
      </div>
    </article>
  ));
}
