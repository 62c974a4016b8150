import type { Comment, Me } from '../../../../sdk/index.ts';

interface UnsentComment {
  id: string;
  ticketId: string;
  content: string;
  parentId?: string;
  madeAtMs: number;
}

/** The comments of the server, and after them those that wait to be sent. */
export function withUnsent(
  comments: readonly Comment[],
  unsent: readonly UnsentComment[],
  me: Pick<Me, 'id' | 'name' | 'email' | 'image'>,
): readonly Comment[] {
  const known = new Set(comments.map(({ id }) => id));
  const waiting = unsent.filter(({ id }) => !known.has(id)).map((entry) => toComment(entry, me));
  return waiting.length === 0 ? comments : [...comments, ...waiting];
}

function toComment(
  { id, ticketId, content, parentId, madeAtMs }: UnsentComment,
  me: Parameters<typeof withUnsent>[2],
) {
  const at = new Date(madeAtMs).toISOString();
  const author = { id: me.id, name: me.name, email: me.email ?? '', image: me.image };
  return {
    ...{ id, ticketId, content, author, mentions: [], reactions: [], createdAt: at, updatedAt: at },
    ...(parentId !== undefined && { parentId }),
  } satisfies Comment;
}
