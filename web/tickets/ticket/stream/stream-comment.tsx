import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment, TicketWithPermissions } from '../../../../sdk/index.ts';
import { api } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { Avatar } from '../../../parts/display/avatar.tsx';
import { Notice } from '../../../parts/display/notice.tsx';
import { RelativeTime } from '../../../parts/display/relative-time.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { sentenceOf } from '../../../parts/forms/refusal.ts';
import { Menu } from '../../../parts/popups/menu.tsx';
import { MenuItem } from '../../../parts/popups/menu-item.tsx';
import { ask } from '../../../parts/popups/open-dialog.tsx';
import {
  takeBackComment,
  useConnection,
  useDraft,
  useMe,
  usePerson,
  useUnsentComments,
} from '../../../replica/index.ts';
import { copyText, linkOf } from '../../fields/index.ts';
import { RichText } from '../texts/rich-text.tsx';
import { TextEditor } from '../texts/text-editor.tsx';
import { ticketQueries } from '../ticket-queries.ts';
import { ReactButton } from './react-button.tsx';
import { hasReacted, Reactions } from './reactions.tsx';
import { commentElementId, commentParameter } from './shown-comment.ts';
import './stream-comment.css';

interface Props {
  comment: Comment;
  details: TicketWithPermissions;
  /** True for admins, who may delete comments of others. */
  mayModerate: boolean;
}

export function StreamComment({ comment, details, mayModerate }: Props) {
  const me = useMe();
  const person = usePerson(comment.author.id);
  const importer = usePerson(comment.importedBy ?? null);
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const waiting = useUnsentComments(comment.ticketId).find(({ id }) => id === comment.id);
  const isOffline = useConnection().state === 'offline';
  const isMine = comment.author.id === me.id;
  const mayEdit = isMine && details.may.comment;
  const mayDelete = mayEdit || mayModerate;
  const params = { id: details.id, commentId: comment.id };
  const text = m.ticket.comments;
  const toggle = (emoji: string) =>
    void attempt(async () => {
      const change = hasReacted(comment.reactions, emoji)
        ? api.removeCommentReaction
        : api.addCommentReaction;
      await change({ params: { ...params, emoji } });
      await refresh();
    });
  const linkOfComment = () =>
    `${linkOf({ ...details, key: details.key ?? null }, location.origin)}?${commentParameter}=${comment.id}`;
  const refresh = () => client.invalidateQueries({ queryKey: ticketQueries.ofTicket(details.id) });
  const askToDelete = () =>
    ask({
      title: text.delete,
      text: text.deleteQuestion,
      confirm: text.delete,
      danger: true,
      onConfirm: async () => {
        await api.deleteComment({ params });
        await refresh();
      },
    });

  return (
    <article
      id={commentElementId(comment.id)}
      className="stream-comment"
      aria-label={m.ticket.comments.by(comment.author.name)}
      tabIndex={-1}
    >
      <Avatar
        name={comment.author.name}
        id={comment.author.id}
        image={comment.author.image}
        agent={person?.isAgent}
      />
      <div className="stream-comment-body">
        <header className="stream-comment-head">
          <span className="stream-comment-author">{comment.author.name}</span>
          <RelativeTime at={comment.createdAt} className="stream-comment-time" />
          {comment.updatedAt !== comment.createdAt && (
            <span className="stream-comment-time">{text.edited}</span>
          )}
          {comment.importedBy !== undefined && (
            <span className="stream-comment-time">
              {text.importedBy(importer?.name ?? m.fields.unknownPerson)}
            </span>
          )}
          {waiting && (isOffline || waiting.attempts > 1) && (
            <span className="stream-comment-waiting" role="status">
              {text.waiting}
            </span>
          )}
          <span className="stream-comment-tools">
            {!waiting && details.may.comment && comment.reactions.length === 0 && (
              <ReactButton onReact={toggle} />
            )}
            <Menu
              label={text.more}
              align="end"
              trigger={<IconButton icon="more" label={text.more} className="stream-comment-more" />}
            >
              {waiting && (
                <MenuItem
                  icon="undo"
                  disabled={waiting.attempts > 0 && text.maybeSent}
                  onSelect={() => takeBackComment(comment.id)}
                >
                  {text.takeBack}
                </MenuItem>
              )}
              {mayEdit && !waiting && (
                <MenuItem icon="edit" onSelect={() => setEditing(true)}>
                  {text.edit}
                </MenuItem>
              )}
              <MenuItem icon="link" onSelect={() => void copyText(linkOfComment(), text.linkCopied)}>
                {text.copyAddress}
              </MenuItem>
              <MenuItem icon="copy" onSelect={() => void copyText(comment.content, m.parts.copied)}>
                {text.copyLink}
              </MenuItem>
              {mayDelete && !waiting && (
                <MenuItem icon="trash" danger onSelect={() => askToDelete()}>
                  {text.delete}
                </MenuItem>
              )}
            </Menu>
          </span>
        </header>
        {isEditing ? (
          <EditComment
            comment={comment}
            mayAttach={details.may.attach}
            onEnd={() => setEditing(false)}
            refresh={refresh}
          />
        ) : (
          <RichText text={comment.content} />
        )}
        <Reactions reactions={comment.reactions} mayReact={details.may.comment} onReact={toggle} />
      </div>
    </article>
  );
}

function EditComment({
  comment,
  mayAttach,
  onEnd,
  refresh,
}: {
  comment: Comment;
  mayAttach: boolean;
  onEnd: () => void;
  refresh: () => Promise<void>;
}) {
  const draft = useDraft(`comment-edit:${comment.ticketId}:${comment.id}`, comment.content);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const content = draft.text.trim();

  async function save() {
    if (content === '' || isSending) return;
    setSending(true);
    try {
      if (content !== comment.content)
        await api.editComment({ params: { id: comment.ticketId, commentId: comment.id }, body: { content } });
      await refresh();
      draft.clear();
      onEnd();
    } catch (reason) {
      setError(reason);
      setSending(false);
    }
  }
  const cancel = () => {
    draft.clear();
    onEnd();
  };

  return (
    <div className="stream-comment-edit">
      <TextEditor
        ticketId={comment.ticketId}
        label={m.ticket.comments.edit}
        value={draft.text}
        onChange={draft.setText}
        onSend={() => void save()}
        onCancel={() => draft.text === comment.content && cancel()}
        autoFocus
        mayAttach={mayAttach}
        actions={
          <>
            <Button onClick={cancel}>{m.ticket.cancel}</Button>
            <Button look="primary" busy={isSending} disabled={content === ''} onClick={() => void save()}>
              {m.ticket.save}
            </Button>
          </>
        }
      />
      {error !== undefined && (
        <Notice look="danger" alert>
          {sentenceOf(error)}
        </Notice>
      )}
    </div>
  );
}
