import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment, TicketWithPermissions } from '../../../../sdk/index.ts';
import { api } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { useUnsentComments } from '../../../replica/index.ts';
import { useSearchText } from '../../../router/index.ts';
import { ticketQueries } from '../ticket-queries.ts';
import { CommentBox } from './comment-box.tsx';
import { commentParameter } from './shown-comment.ts';
import { StreamComment } from './stream-comment.tsx';
import './stream-thread.css';

interface Props {
  comment: Comment;
  replies: Comment[];
  details: TicketWithPermissions;
  mayModerate: boolean;
}

/** A comment with its replies. A resolved thread is collapsed to one line. */
export function StreamThread({ comment, replies, details, mayModerate }: Props) {
  const linked = useSearchText(commentParameter);
  const [isOpen, setOpen] = useState([comment, ...replies].some(({ id }) => id === linked));
  const [isReplying, setReplying] = useState(false);
  const client = useQueryClient();
  const text = m.ticket.comments;
  const isWaiting = useUnsentComments(details.id).some(({ id }) => id === comment.id);
  const isResolved = comment.resolvedAt !== undefined;
  if (isResolved && !isOpen)
    return (
      <Button look="quiet" icon="check" className="stream-thread-resolved" onClick={() => setOpen(true)}>
        {text.resolvedThread(comment.author.name, replies.length + 1)}
      </Button>
    );
  const resolve = () =>
    attempt(async () => {
      const params = { id: details.id, commentId: comment.id };
      await api.resolveThread({ params, body: { resolved: !isResolved } });
      setOpen(false);
      await client.invalidateQueries({ queryKey: ticketQueries.ofTicket(details.id) });
    });
  return (
    <div className="stream-thread">
      <StreamComment comment={comment} {...{ details, mayModerate }} />
      {replies.length > 0 && (
        <ol className="stream-thread-replies">
          {replies.map((reply) => (
            <li key={reply.id}>
              <StreamComment comment={reply} {...{ details, mayModerate }} />
            </li>
          ))}
        </ol>
      )}
      {details.may.comment && (
        <div className="stream-thread-foot">
          {isReplying ? (
            <CommentBox
              details={details}
              parentId={comment.parentId ?? comment.id}
              onSent={() => setReplying(false)}
              onClose={() => setReplying(false)}
            />
          ) : (
            <>
              <Button look="quiet" onClick={() => setReplying(true)}>
                {text.reply}
              </Button>
              {!isWaiting && (
                <Button look="quiet" onClick={() => void resolve()}>
                  {isResolved ? text.reopen : text.resolve}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </div>
  );
}
