export { forgetEvents } from './forget-events.ts';
export type { Seal, SealedEvent, SealKey } from './seal.ts';
export { sealNextEvents, startSealLoop } from './seal-events.ts';
export { addRoutes } from './seal-routes.ts';
export { findPublicKey, sealKeySecrets } from './seal-store.ts';
export { verifyDatabase } from './verify-database.ts';
export { type Verdict, verifyHistory } from './verify-history.ts';
