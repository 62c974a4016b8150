export { attachmentEvents } from './attachment-events.ts';
export { listNewestFiles } from './file-key-store.ts';
export { type MoveSummary, moveFiles } from './move-files.ts';
export { addRoutes } from './routes.ts';
export { sweepFiles } from './sweep-files.ts';
