import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeySource, SecretKey } from './secret-keys.ts';

/** A secret cannot be decrypted. The message says what to do and contains no secret. */
export class SecretUnavailable extends Error {}

export interface SecretBox {
  /**
   * Encrypts a secret that must be used again later. `context` names its row (`webhooks/<id>`) and is authenticated with
   * it: copied to another row, the sealed secret does not open.
   */
  seal(secret: string, context: string): string;
  open(sealed: string, context: string): string;
  /** The prefix of everything that is sealed with the current key; secrets without it must be resealed. */
  currentPrefix(): string;
  /** Adds a new key and uses it from then on; false if keys come from a setting. */
  rotateKey(): boolean;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const sealedPattern = /^v1\.([0-9a-f]{12})\.([\w-]+)$/;

export function newSecretBox(source: KeySource): SecretBox {
  let known = new Map<string, SecretKey>();

  /** Reads the keys each time, because another process may have added one. */
  const readKeys = (): [SecretKey, ...SecretKey[]] => {
    const keys = source.read() as [SecretKey, ...SecretKey[]];
    known = new Map(keys.map((key) => [key.id, key]));
    return keys;
  };
  const findSecretKey = (id: string): SecretKey => {
    if (!known.has(id)) readKeys();
    const key = known.get(id);
    if (key) return key;
    throw new SecretUnavailable(
      `A secret was sealed with the key ${id}, which is not in ${source.location}. Restore that key, or set the secret again.`,
    );
  };

  return {
    seal: (secret, context) => {
      const [{ id, bytes }] = readKeys();
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, bytes, iv).setAAD(Buffer.from(context));
      const parts = [iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `v1.${id}.${Buffer.concat(parts).toString('base64url')}`;
    },
    open: (sealed, context) => {
      const [, id = '', text = ''] = sealedPattern.exec(sealed) ?? [];
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length < ivBytes + tagBytes)
        throw new SecretUnavailable(`The stored secret of ${context} is not sealed.`);
      const decipher = createDecipheriv(algorithm, findSecretKey(id).bytes, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
      try {
        return (
          decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        throw new SecretUnavailable(`The stored secret of ${context} was changed or belongs to another row.`);
      }
    },
    currentPrefix: () => `v1.${readKeys()[0].id}.`,
    rotateKey: () => {
      source.addKey?.();
      return source.addKey !== undefined;
    },
  };
}
