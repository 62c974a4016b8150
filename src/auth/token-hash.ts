import { hashToken } from '../platform/crypto.ts';

const known = new Map<string, string>();
const knownMax = 1_000;
// Longer than any token of ours: what strangers make up need not be remembered.
const lettersMax = 100;

/** The hash of a token. The same ones come again and again, and to hash one takes as long as to look it up. */
export function tokenHash(token: string): string {
  const remembered = known.get(token);
  if (remembered !== undefined) return remembered;
  const hash = hashToken(token);
  if (known.size === knownMax) known.clear();
  if (token.length <= lettersMax) known.set(token, hash);
  return hash;
}
