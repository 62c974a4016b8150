import { secondFactorSecrets } from '../auth/index.ts';
import { codeHostTokens } from '../docs-generation/index.ts';
import { inboundSecrets } from '../inbound-webhooks/index.ts';
import { webhookSecrets } from '../outbound-webhooks/index.ts';
import type { SealedColumn } from '../platform/secret-box/index.ts';

/** Every column with encrypted secrets, which a key rotation re-encrypts. Each module declares its own. */
export const secretHolders: SealedColumn[] = [
  ...webhookSecrets,
  codeHostTokens,
  inboundSecrets,
  secondFactorSecrets,
];
