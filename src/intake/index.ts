export { channelTokens } from './channel-store.ts';
export { addRoutes } from './routes.ts';
export { draftTriageAnswer, tellSenders } from './tell-sender.ts';
