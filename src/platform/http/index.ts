export { dataOf, listOf, presentPage, presentWholeList } from './data-envelope.ts';
export { acceptedVersions, listsEtag, presentVersioned } from './etag.ts';
export { claimIdempotencyKey, installIdempotency } from './idempotency.ts';
export { sweepIdempotencyKeys } from './idempotency-store.ts';
export { type ApiInfo, buildOpenApi } from './openapi.ts';
export { newRateLimiter } from './rate-limit.ts';
export { newRouter } from './router.ts';
export { newServer } from './server.ts';
export { listenOnSidePort, type SideListener } from './side-port.ts';
