import { argon2, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { BoundedQueue } from './bounded-queue.ts';

/** A random secret of 256 bits in base64url, which needs no escaping in cookies, headers and shells. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Random bytes for a secret that is not a token, such as that of an authenticator app. */
export const newSecretBytes = (length: number): Buffer => randomBytes(length);

export const hashText = (text: string): string => hash('sha256', text, 'base64url');

/** The form in which tokens are stored: it identifies a token but cannot be used as one. */
export const hashToken = (token: string) => hashText(token);

/** The key is a text, or bytes if the signature scheme demands it. */
export function hmacSha256(key: string | Buffer, ...parts: (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Compares in constant time; not even the length of the secret leaks. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'));
}

/** Compares bytes of a known length, such as a signature, in constant time. */
export const isSameDigest = (given: Buffer, digest: Buffer) =>
  given.length === digest.length && timingSafeEqual(given, digest);

const argon2Async = promisify(argon2);
// OWASP's first choice for argon2id.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };

/** A PHC string, so that the cost can be raised later and old passwords still verify. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await argon2id(password, salt, cost);
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
}

export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc);
  if (!match) return false;
  const [, memory, passes, parallelism, salt, tag] = match as unknown as [string, ...string[]];
  const expected = Buffer.from(tag as string, 'base64');
  const actual = await argon2id(password, Buffer.from(salt as string, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

// Two of libuv's four threads, because the others read files and resolve names. 64 waiting hashes take about a second.
const hashing = new BoundedQueue({ running: 2, waiting: 64 });

function argon2id(password: string, salt: Buffer, parameters: typeof cost): Promise<Buffer> {
  const message = password.normalize('NFKC');
  return hashing.run(
    () => argon2Async('argon2id', { message, nonce: salt, tagLength: 32, ...parameters }) as Promise<Buffer>,
  );
}
