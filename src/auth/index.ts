export { accountEvents } from './account-events.ts';
export { draftAccountNotice } from './account-notice.ts';
export { assertMayAdminister, assertMaySeeInstance, changeAccountByEmail } from './accounts/accounts.ts';
export { listUserApiKeys, splitProjects, splitScopes } from './api-key-store.ts';
export { assertSession } from './assert-session.ts';
export {
  ApiKey,
  ApiKeyWithSecret,
  NewApiKey,
  passwordLength,
  presentApiKey,
  SignUp,
} from './auth-schemas.ts';
export { type Connection, insertConnection } from './connections/connection-store.ts';
export {
  accessTokenLifeMs,
  issueCode,
  redeemCode,
  refreshTokens,
  revokeToken,
} from './connections/connection-tokens.ts';
export {
  assertMayConnect,
  listConnections,
  revokeConnection,
  sweepConnections,
} from './connections/connections.ts';
export { createAccount, insertAccount } from './create-account.ts';
export { assertMayHaveKey, createApiKey, type NewApiKey as NewApiKeyFields } from './create-api-key.ts';
export { deleteAllApiKeys, deleteApiKey } from './delete-api-key.ts';
export { draftEmailLink } from './email/draft-email-link.ts';
export { findScopeByKey } from './find-actor-by-key.ts';
export { emailLinks, passwordLinks } from './link-store.ts';
export { draftPasswordLink } from './passwords/draft-password-link.ts';
export { createPasswordLinkFor } from './passwords/password-link.ts';
export { resetPassword } from './reset-password.ts';
export { addRoutes, installAuth } from './routes.ts';
export { resetSecondFactorByEmail } from './second-factor/second-factor.ts';
export { secondFactorSecrets } from './second-factor/second-factor-store.ts';
export { openSession } from './session.ts';
export { readSessionCookie, sessionCookieName } from './session-cookie.ts';
export { findAppearance, listValidCredentials, sweepSessions } from './session-store.ts';
export { recordSignIn } from './sign-in.ts';
export { sweepSignInAddresses } from './sign-in-address-store.ts';
export { listSignInMethods, signInMethods } from './sign-in-methods.ts';
export { sweepSignInSteps } from './sign-in-step-store.ts';
export { sweepFailedSignIns } from './sign-in-throttle.ts';
export { isSignUpOpen } from './sign-up-mode.ts';
export { admitNewClient } from './sign-up-throttle.ts';
