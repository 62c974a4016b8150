import { createHmac } from 'node:crypto';
import { secondMs } from '../../platform/clock.ts';
import { isSameSecret, newSecretBytes } from '../../platform/crypto.ts';

/** The parameters that authenticator apps assume by default (RFC 6238, RFC 4226). */
const stepMs = 30 * secondMs;
const digits = 6;
/** RFC 4226 recommends as many bytes as the hash has. */
const secretBytes = 20;
/** How many steps the clock of the phone may be ahead or behind. */
const skewSteps = 1;

/** RFC 4648. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newTotpSecret = (): string => encodeBase32(newSecretBytes(secretBytes));

/** The code of a time step, which is the number of half minutes since 1970. */
export function computeTotp(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) as number) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** The time step of a code that is valid now, or undefined. Every candidate is compared, in constant time. */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  const bytes = decodeBase32(secret);
  const current = Math.floor(now / stepMs);
  let found: number | undefined;
  for (let step = current - skewSteps; step <= current + skewSteps; step++)
    if (isSameSecret(code, computeTotp(bytes, step))) found = step;
  return found;
}

/** The address that authenticator apps open, or read from a QR code. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

export function encodeBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return bits.replace(/.{1,5}/g, (five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)] as string);
}

export function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
