import { canComment, canDeleteComment } from '../tickets/index.ts';

/** A file on a ticket is something said about it: whoever may comment may attach. */
export const canAttach = canComment;

/** Their own, or any as an admin or owner of the project. */
export const canDeleteAttachment = canDeleteComment;
