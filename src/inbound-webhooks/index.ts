export { pruneInbound } from './delivery-log/prune-inbound.ts';
export { contributionEvents } from './effects/contribution-events.ts';
export { AccessTokenInput } from './inbound-schemas.ts';
export { addRoutes } from './routes.ts';
export { makeAccessToken } from './settings/access-tokens.ts';
export { inboundSecrets } from './settings/inbound-secret-store.ts';
export { inboundSettingEvents } from './settings/setting-events.ts';
