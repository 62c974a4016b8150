export { pruneInbound } from './delivery-log/prune-inbound.ts';
export { contributionEvents } from './effects/contribution-events.ts';
export { findTicketMentions } from './effects/ticket-mentions.ts';
export { AccessTokenInput } from './inbound-schemas.ts';
export { type Payload, parsePayload, textAt, toSingleLine } from './payload.ts';
export { presentInboundSecret } from './present-inbound.ts';
export { addRoutes } from './routes.ts';
export { makeAccessToken } from './settings/access-tokens.ts';
export { inboundSecrets } from './settings/inbound-secret-store.ts';
export {
  deleteInboundSecretForOperator,
  listInboundSecretsForOperator,
  setInboundSecretForOperator,
} from './settings/inbound-secrets.ts';
export { inboundSettingEvents } from './settings/setting-events.ts';
