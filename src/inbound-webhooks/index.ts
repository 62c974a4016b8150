export { makeAccessToken } from './access-tokens.ts';
export { codeEvents } from './code-events.ts';
export { AccessTokenInput } from './inbound-schemas.ts';
export { pruneInbound } from './prune-inbound.ts';
export { addRoutes } from './routes.ts';
export { inboundSettingEvents } from './setting-events.ts';
