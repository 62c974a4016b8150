import { canComment, canDeleteComment } from '../tickets/index.ts';

/** A user who may comment on a ticket may attach files to it. */
export const canAttach = canComment;

/** The uploader may delete an attachment, and so may admins and owners of the project. */
export const canDeleteAttachment = canDeleteComment;
