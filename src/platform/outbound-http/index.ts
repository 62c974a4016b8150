export { egresses } from './address-policy.ts';
export { OutboundFailure } from './outbound-failure.ts';
export { newOutboundHttp, type OutboundHttp, type OutboundRequest } from './outbound-http.ts';
