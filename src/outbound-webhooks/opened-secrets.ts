import type { SecretBox } from '../platform/secret-box/index.ts';
import { oldSecretPlace, secretPlace, type Webhook } from './webhook.ts';

type Sealed = Pick<Webhook, 'id' | 'secret' | 'oldSecret' | 'oldSecretUntil'>;
export type OpenSecrets = (webhook: Sealed, now: number) => [string, ...string[]];

const openedMax = 1_000;

/** The secrets with which a webhook signs now, the present one first. Remembered, for opening costs more than signing. */
export function newOpenSecrets(box: SecretBox): OpenSecrets {
  const opened = new Map<string, string>();
  const open = (sealed: string, place: string): string => {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    const secret = box.open(sealed, place);
    if (opened.size >= openedMax) opened.clear();
    opened.set(sealed, secret);
    return secret;
  };
  return ({ id, secret, oldSecret, oldSecretUntil }, now) => {
    const present = open(secret, secretPlace(id));
    if (oldSecret === null || (oldSecretUntil ?? 0) <= now) return [present];
    return [present, open(oldSecret, oldSecretPlace(id))];
  };
}
