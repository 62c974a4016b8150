export { addRoutes } from './collaboration-routes.ts';
export {
  findNewestMessage,
  findPresentUsers,
  hasMessagesAfter,
  listLiveMessages,
} from './live-messages.ts';
export { sweepCollaboration } from './sweep.ts';
export { mergeChangedTexts } from './text-sessions.ts';
