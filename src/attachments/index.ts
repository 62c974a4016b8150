export { attachmentEvents } from './attachment-events.ts';
export { addAttachmentRoutes } from './attachment-routes.ts';
export { addAvatarRoutes } from './avatar-routes.ts';
export { sweepFiles } from './sweep-files.ts';
