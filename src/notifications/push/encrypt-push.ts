import { createCipheriv, createECDH, createPrivateKey, type ECDH, hkdfSync, sign } from 'node:crypto';
import { hourMs } from '../../platform/clock.ts';
import { newSecretBytes } from '../../platform/crypto.ts';

/** What a browser says of itself when it subscribes, as base64url. */
export interface PushTarget {
  /** Its public key, an uncompressed point of P-256. */
  p256dh: string;
  /** A secret of 16 bytes. */
  auth: string;
}

export interface VapidKeys {
  /** Uncompressed point of P-256, as base64url. */
  publicKey: string;
  privateKey: string;
}

const curve = 'prime256v1';
const recordBytes = 4096;
/** Services of browsers take 4096 bytes: the head, the text, a byte after it and the tag. */
export const pushTextBytesMax = recordBytes - 86 - 1 - 16;
const tokenForMs = 12 * hourMs;

/** Encrypts for one browser (RFC 8291): the service that passes it on cannot read it. `own` and `salt` are given by tests alone. */
export function encryptPush(text: Buffer, target: PushTarget, own?: ECDH, salt = newSecretBytes(16)): Buffer {
  const sender = own ?? newKeyPair();
  const [receiverKey, senderKey] = [Buffer.from(target.p256dh, 'base64url'), sender.getPublicKey()];
  const derive = (from: Buffer, saltOf: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', from, saltOf, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const shared = derive(sender.computeSecret(receiverKey), Buffer.from(target.auth, 'base64url'), info, 32);
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The byte 2 says that this is the last record.
  const body = [cipher.update(text), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  return Buffer.concat([salt, size, Buffer.from([senderKey.length]), senderKey, ...body]);
}

export function newVapidKeys(): VapidKeys {
  const pair = newKeyPair();
  return {
    publicKey: pair.getPublicKey('base64url'),
    // Node leaves out zeros at its beginning.
    privateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  };
}

/** Proves to the service that the push comes from who subscribed (RFC 8292). */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  endpoint: URL,
  baseUrl: string,
  now: number,
): string {
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256', d: privateKey },
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  } as const;
  const claims = {
    aud: endpoint.origin,
    exp: Math.floor((now + tokenForMs) / 1000),
    // Whom the service may ask about misuse.
    sub: baseUrl,
  };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

/** Whether these are keys that something can be encrypted for. */
export function areKeysOfBrowser({ p256dh, auth }: PushTarget): boolean {
  try {
    newKeyPair().computeSecret(Buffer.from(p256dh, 'base64url'));
    return Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

function newKeyPair(): ECDH {
  const pair = createECDH(curve);
  pair.generateKeys();
  return pair;
}
