import type { SecretBox } from '../../platform/secret-box/index.ts';
import { oldSecretContext, secretContext, type Webhook } from '../webhook.ts';

type SealedSecrets = Pick<Webhook, 'id' | 'secret' | 'oldSecret' | 'oldSecretUntil'>;
export type FindSigningSecrets = (webhook: SealedSecrets, now: number) => [string, ...string[]];

const cacheSizeMax = 1_000;

/** Returns the valid secrets of a webhook, the current one first. Opened secrets are cached, because opening costs more than signing. */
export function newSecretLookup(box: SecretBox): FindSigningSecrets {
  const opened = new Map<string, string>();
  const open = (sealed: string, context: string): string => {
    const cached = opened.get(sealed);
    if (cached !== undefined) return cached;
    const secret = box.open(sealed, context);
    if (opened.size >= cacheSizeMax) opened.clear();
    opened.set(sealed, secret);
    return secret;
  };
  return ({ id, secret, oldSecret, oldSecretUntil }, now) => {
    const current = open(secret, secretContext(id));
    if (oldSecret === null || (oldSecretUntil ?? 0) <= now) return [current];
    return [current, open(oldSecret, oldSecretContext(id))];
  };
}
