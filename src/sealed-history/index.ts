export { forgetEvents } from './forget-events.ts';
export { findSealedTest, type Inclusion, proveEvents, type SignedSeal } from './inclusion.ts';
export {
  canonicalJson,
  describeKey,
  hashEvent,
  hashSeal,
  isSignedBy,
  rootOfPath,
  type Seal,
  type SealedEvent,
  type SealKey,
} from './seal.ts';
export { type Sealing, sealNextEvents, startSealLoop } from './seal-events.ts';
export { addRoutes } from './seal-routes.ts';
export { findPublicKey, sealKeySecrets } from './seal-store.ts';
export { type DocumentSignature, isDocumentSigned, signDocument } from './sign-document.ts';
export { verifyDatabase } from './verify-database.ts';
export { type Verdict, verifyHistory } from './verify-history.ts';
