export { type Egress, egresses } from './address-policy.ts';
export { checkTargetUrl } from './check-target-url.ts';
export { parseListableTarget } from './listable-target.ts';
export { newOutboundClients, type OutboundClients } from './outbound-clients.ts';
export { type FailureWord, OutboundFailure } from './outbound-failure.ts';
export {
  newOutboundHttp,
  type OutboundHttp,
  type OutboundRequest,
  type OutboundResponse,
} from './outbound-http.ts';
export {
  connectionTarget,
  isListedHost,
  type PrivateTargetSource,
  type PrivateTargets,
  parsePrivateTargets,
} from './private-targets.ts';
