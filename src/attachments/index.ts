export { attachmentEvents } from './attachment-events.ts';
export { addRoutes } from './routes.ts';
export { sweepFiles } from './sweep-files.ts';
