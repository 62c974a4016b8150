import assert from 'node:assert/strict';
import { createECDH, createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { areKeysOfBrowser, encryptPush, newVapidKeys, vapidHeader } from './encrypt-push.ts';

test('a push is encrypted as the example of RFC 8291 says', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const encrypted = encryptPush(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    sender,
    Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  );
  assert.equal(
    encrypted.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('the header proves whose keys they are, for this service and half a day', () => {
  const now = Date.parse('2026-11-18T10:00:00.000Z');
  const keys = newVapidKeys();
  const header = vapidHeader(
    keys,
    new URL('https://push.example.org/send/abc'),
    'https://docket.example.org',
    now,
  );
  const [, head = '', claims = '', signature = '', publicKey = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  assert.equal(publicKey, keys.publicKey);
  assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url').toString()), { typ: 'JWT', alg: 'ES256' });
  assert.deepEqual(JSON.parse(Buffer.from(claims, 'base64url').toString()), {
    aud: 'https://push.example.org',
    exp: now / 1000 + 12 * 60 * 60,
    sub: 'https://docket.example.org',
  });
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as const, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isSigned);
});

test('keys that are no point of the curve, or of another length, are refused', () => {
  const auth = Buffer.alloc(16).toString('base64url');
  const { publicKey: p256dh } = newVapidKeys();
  assert.ok(areKeysOfBrowser({ p256dh, auth }));
  for (const wrong of [
    { p256dh, auth: 'AAAA' },
    { p256dh: 'AAAA', auth },
    { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth },
    { p256dh: '', auth },
  ])
    assert.equal(areKeysOfBrowser(wrong), false, JSON.stringify(wrong));
});
