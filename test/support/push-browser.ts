import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser that subscribes to pushes; `decrypt` reads what was encrypted for it (RFC 8291). */
export function newPushBrowser() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    decrypt: (body: Buffer): Record<string, string> => {
      const [salt, senderKey] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))];
      const derive = (from: Buffer, saltOf: Buffer, info: Buffer, bytes: number) =>
        Buffer.from(hkdfSync('sha256', from, saltOf, info, bytes));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
      const shared = derive(pair.computeSecret(senderKey), auth, info, 32);
      const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16));
      const text = Buffer.concat([
        decipher.update(body.subarray(21 + senderKey.length, -16)),
        decipher.final(),
      ]);
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
    },
  };
}
