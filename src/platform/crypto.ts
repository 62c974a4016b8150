import { argon2, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** A secret of 256 bits in a form that survives cookies, headers and shells. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How tokens stand in the database: enough to recognise one, not enough to use it. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** The key is a text, or bytes where a scheme says so. */
export function hmacSha256(key: string | Buffer, ...parts: (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Tells nothing by the time it takes, not even the length of the secret. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'));
}

/** The same for bytes of a known length, such as a signature. */
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

async function argon2id(password: string, salt: Buffer, parameters: typeof cost): Promise<Buffer> {
  return argon2Async('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    tagLength: 32,
    ...parameters,
  }) as Promise<Buffer>;
}
