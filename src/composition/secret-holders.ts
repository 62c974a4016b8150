import { secondFactorSecrets } from '../auth/index.ts';
import { codeHostTokens } from '../docs-generation/index.ts';
import { inboundSecrets } from '../inbound-webhooks/index.ts';
import { channelTokens } from '../intake/index.ts';
import { pushSecrets } from '../notifications/index.ts';
import { webhookSecrets } from '../outbound-webhooks/index.ts';
import type { SealedColumn } from '../platform/secret-box/index.ts';
import { sealKeySecrets } from '../sealed-history/index.ts';

/** Every column with encrypted secrets, which a key rotation re-encrypts. Each module declares its own. */
export const secretHolders: SealedColumn[] = [
  ...webhookSecrets,
  codeHostTokens,
  inboundSecrets,
  channelTokens,
  secondFactorSecrets,
  ...pushSecrets,
  sealKeySecrets,
];
