export { makeAccessToken } from './access-tokens.ts';
export { codeEvents } from './code-events.ts';
export { AccessTokenInput } from './inbound-schemas.ts';
export { addInboundSettingRoutes } from './inbound-setting-routes.ts';
export { addLedgerRoutes } from './ledger-routes.ts';
export { pruneInbound } from './prune-inbound.ts';
export { addReceiveRoutes } from './receive-routes.ts';
export { inboundSettingEvents } from './setting-events.ts';
export type { InboundSettings } from './settings.ts';
