import { newId } from '../../../replica/index.ts';

const ids = new Map<string, string>();

/** The id of a new comment. The same text on the same ticket keeps its id until it was sent, so that a retry repeats it. */
export function newCommentId(ticketId: string, content: string): string {
  const key = `${ticketId} ${content}`;
  const id = ids.get(key) ?? newId(Date.now());
  ids.set(key, id);
  return id;
}

export const forgetCommentId = (ticketId: string, content: string): void => {
  ids.delete(`${ticketId} ${content}`);
};
