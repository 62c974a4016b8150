import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Comment, TicketWithPermissions } from '../../../../sdk/index.ts';
import { api } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { Notice } from '../../../parts/display/notice.tsx';
import { sentenceOf } from '../../../parts/forms/refusal.ts';
import { useDraft, useMe } from '../../../replica/index.ts';
import { TextEditor } from '../texts/text-editor.tsx';
import { ticketQueries } from '../ticket-queries.ts';
import { forgetCommentId, newCommentId } from './new-comment-id.ts';
import './comment-box.css';

interface Props {
  details: TicketWithPermissions;
  isAnswer?: boolean;
  /** The thread in which it replies. */
  parentId?: string;
  onSent?: () => void;
  /** Closes the box; the typed text stays as a draft. */
  onClose?: () => void;
}

/** The box for the next comment, or for a reply. The text stays until the server has it. */
export function CommentBox({ details, isAnswer, parentId, onSent, onClose }: Props) {
  const place = parentId ? `${details.id}:${parentId}` : details.id;
  const draft = useDraft(`comment:${place}`);
  // The comment being sent is stored separately, so that the next one can be typed and neither is lost in a crash.
  const underWay = useDraft(`comment-sent:${place}`);
  const label = parentId ? m.ticket.comments.reply : m.ticket.comments.write;
  const client = useQueryClient();
  const me = useMe();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const content = draft.text.trim();
  const query = ticketQueries.details(details.id);

  const giveBack = (text: string) => {
    const typed = field.current?.value.trim() ?? '';
    draft.setText(typed === '' || typed === text ? text : `${text}\n\n${typed}`);
  };
  // A comment of an earlier page that may not have arrived comes back into the box.
  useEffect(() => {
    if (!underWay.restored) return;
    giveBack(underWay.text);
    underWay.clear();
  }, []);

  // The browser scrolls to the focused field, but its buttons are below.
  useEffect(() => {
    if (parentId) form.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  async function send() {
    if (content === '' || isSending) return;
    setSending(true);
    setError(undefined);
    // The id is made here, so that a retry after a lost answer adds no second comment.
    const id = newCommentId(place, content);
    const now = new Date().toISOString();
    const shown: Comment = {
      ...{ id, ticketId: details.id, content, mentions: [], reactions: [], createdAt: now, updatedAt: now },
      ...(parentId && { parentId }),
      author: { id: me.id, name: me.name, email: me.email ?? '', image: me.image },
    };
    client.setQueryData(
      query.queryKey,
      (before) => before && { ...before, comments: [...before.comments, shown] },
    );
    underWay.setText(content);
    draft.clear();
    try {
      await api.addComment({
        params: { id: details.id },
        body: { content, id, ...(parentId && { parentId }) },
        headers: { 'idempotency-key': id },
      });
      forgetCommentId(place, content);
      onSent?.();
    } catch (reason) {
      client.setQueryData(
        query.queryKey,
        (before) => before && { ...before, comments: before.comments.filter((one) => one.id !== id) },
      );
      giveBack(content);
      setError(reason);
    }
    underWay.clear();
    setSending(false);
    await client.invalidateQueries({ queryKey: ticketQueries.ofTicket(details.id) });
  }

  return (
    <form
      ref={form}
      className="comment-box"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {error !== undefined && (
        <Notice look="danger" alert>
          {m.ticket.comments.failed} {sentenceOf(error)}
        </Notice>
      )}
      {isAnswer && content !== '' && <p className="comment-box-note">{m.ticket.comments.answersQuestion}</p>}
      <TextEditor
        ref={field}
        ticketId={details.id}
        label={label}
        placeholder={label}
        autoFocus={parentId !== undefined}
        value={draft.text}
        onChange={draft.setText}
        onSend={() => void send()}
        minRows={1}
        mayAttach={details.may.attach}
        className="comment-box-editor"
        actions={
          <>
            {onClose && <IconButton icon="close" label={m.ticket.cancel} onClick={onClose} />}
            <Button
              type="submit"
              look="primary"
              busy={isSending}
              disabled={content === ''}
              keys="Mod+Enter"
              tooltip={m.ticket.comments.send}
            >
              {m.ticket.comments.send}
            </Button>
          </>
        }
      />
    </form>
  );
}
