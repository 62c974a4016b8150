import { useEffect, useRef } from 'react';
import type { TicketWithPermissions } from '../../../../sdk/index.ts';
import { WakeHint } from '../../../agent-tasks/index.ts';
import { useWriting, WritingNote } from '../../../collaboration/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { addComment, useDraft } from '../../../replica/index.ts';
import { TextEditor } from '../texts/text-editor.tsx';
import { showComment } from './shown-comment.ts';
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

/** The box for the next comment, or for a reply. What is sent waits in the replica until the server has it. */
export function CommentBox({ details, isAnswer, parentId, onSent, onClose }: Props) {
  const draft = useDraft(['comment', details.id, parentId].filter(Boolean).join(':'));
  const label = parentId ? m.ticket.comments.reply : m.ticket.comments.write;
  const form = useRef<HTMLFormElement>(null);
  const content = draft.text.trim();
  useWriting('comment', draft.text);

  // The browser scrolls to the focused field, but its buttons are below.
  useEffect(() => {
    if (parentId) form.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  function send() {
    if (content === '') return;
    showComment(addComment(details.id, content, parentId));
    draft.clear();
    onSent?.();
  }

  return (
    <form
      ref={form}
      className="comment-box"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {isAnswer && content !== '' && <p className="comment-box-note">{m.ticket.comments.answersQuestion}</p>}
      {!parentId && <WritingNote place="comment" />}
      <WakeHint ticketId={details.id} text={draft.text} />
      <TextEditor
        ticketId={details.id}
        label={label}
        placeholder={label}
        autoFocus={parentId !== undefined}
        value={draft.text}
        onChange={draft.setText}
        onSend={send}
        minRows={1}
        mayAttach={details.may.attach}
        className="comment-box-editor"
        actions={
          <>
            {onClose && <IconButton icon="close" label={m.ticket.cancel} onClick={onClose} />}
            <Button
              type="submit"
              look="primary"
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
