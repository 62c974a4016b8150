export { attachmentEvents } from './attachment-events.ts';
export { addFormRoutes } from './file-forms.ts';
export { listNewestFiles } from './file-key-store.ts';
export { keepOrDiscard } from './keep-or-discard.ts';
export { type MoveSummary, moveFiles } from './move-files.ts';
export { receiveFiles } from './receive-files.ts';
export { addRoutes } from './routes.ts';
export { assertRoom } from './storage-limit.ts';
export { sweepFiles } from './sweep-files.ts';
