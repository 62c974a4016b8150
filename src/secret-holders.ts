import { codeHostSecretHolder } from './docs-generation/index.ts';
import { webhookSecretHolders } from './outbound-webhooks/index.ts';
import type { SecretHolder } from './platform/secret-box/index.ts';

/** Every table that keeps sealed secrets, each declared in its room: what a rotation seals anew. */
export const secretHolders: SecretHolder[] = [...webhookSecretHolders, codeHostSecretHolder];
