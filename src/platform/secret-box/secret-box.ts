import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeySource, SecretKey } from './secret-keys.ts';

/** A secret cannot be opened here; the message says what to do and holds nothing secret. */
export class SecretUnavailable extends Error {}

export interface SecretBox {
  /**
   * Encrypts a secret that must be used again later. `place` names where it is kept (`webhooks/<id>`): moved
   * elsewhere, it does not open.
   */
  seal(secret: string, place: string): string;
  open(sealed: string, place: string): string;
  /** How everything starts that is sealed under the present key: the rest is to be sealed anew. */
  currentStart(): string;
  /** Puts a new key in use; answers whether that is possible here. */
  rotateKey(): boolean;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const shape = /^v1\.([0-9a-f]{12})\.([\w-]+)$/;

export function newSecretBox(source: KeySource): SecretBox {
  let known = new Map<string, SecretKey>();

  /** Another process may have put a new key in use. */
  const readKeys = (): [SecretKey, ...SecretKey[]] => {
    const keys = source.read() as [SecretKey, ...SecretKey[]];
    known = new Map(keys.map((key) => [key.id, key]));
    return keys;
  };
  const keyOf = (id: string): SecretKey => {
    if (!known.has(id)) readKeys();
    const key = known.get(id);
    if (key) return key;
    throw new SecretUnavailable(
      `A secret was sealed under the key ${id}, which is not in ${source.place}. Bring that key back, or set the secret anew.`,
    );
  };

  return {
    seal: (secret, place) => {
      const [{ id, bytes }] = readKeys();
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, bytes, iv).setAAD(Buffer.from(place));
      const parts = [iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `v1.${id}.${Buffer.concat(parts).toString('base64url')}`;
    },
    open: (sealed, place) => {
      const [, id = '', text = ''] = shape.exec(sealed) ?? [];
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length < ivBytes + tagBytes)
        throw new SecretUnavailable(`What is kept for ${place} is not sealed.`);
      const decipher = createDecipheriv(algorithm, keyOf(id).bytes, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes));
      try {
        return (
          decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        throw new SecretUnavailable(`What is kept for ${place} was changed or belongs elsewhere.`);
      }
    },
    currentStart: () => `v1.${readKeys()[0].id}.`,
    rotateKey: () => {
      source.addKey?.();
      return source.addKey !== undefined;
    },
  };
}
