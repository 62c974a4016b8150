/** What a draft belongs to, by its key. */
export type DraftSubject =
  | {
      kind: 'comment' | 'reply' | 'comment-edit' | 'title' | 'description';
      ticketId: string;
      commentId?: string;
    }
  | { kind: 'answer' | 'message'; taskId: string }
  | { kind: 'docs-entry'; projectId: string }
  | { kind: 'new-ticket' }
  | { kind: 'other' };

/** Reads keys such as `comment:TICKET` and `comment:TICKET:THREAD`. A text in conflict is one of its field. */
export function subjectOfDraft(key: string): DraftSubject {
  const [name, ...ids] = key.replace(/^conflict:([^:]+):(\w+)$/, '$2:$1').split(':');
  const [id = '', other] = ids;
  switch (name) {
    case 'comment':
      return other === undefined
        ? { kind: 'comment', ticketId: id }
        : { kind: 'reply', ticketId: id, commentId: other };
    case 'comment-edit':
      return other === undefined
        ? { kind: 'other' }
        : { kind: 'comment-edit', ticketId: id, commentId: other };
    case 'title':
    case 'description':
      return { kind: name, ticketId: id };
    case 'answer':
    case 'message':
      return { kind: name, taskId: id };
    case 'docs-entry':
      return { kind: name, projectId: id };
    case 'new-ticket':
      return { kind: 'new-ticket' };
    default:
      return { kind: 'other' };
  }
}
