import { codeHostSecretHolder } from './docs-generation/index.ts';
import { webhookSecretHolders } from './outbound-webhooks/index.ts';
import type { SecretHolder } from './platform/secret-box/index.ts';

/** Every table with encrypted secrets, which a key rotation encrypts again. Each module declares its own. */
export const secretHolders: SecretHolder[] = [...webhookSecretHolders, codeHostSecretHolder];
