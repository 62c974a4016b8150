import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeTotp, decodeBase32, encodeBase32, findTotpStep, newTotpSecret, totpUri } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test('codes are those of the test vectors of RFC 6238', () => {
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, code] of vectors) assert.equal(computeTotp(secret, Math.floor(seconds / 30), 8), code);
});

test('codes are those of the test vectors of RFC 4226', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871'];
  for (const [step, code] of codes.entries()) assert.equal(computeTotp(secret, step), code);
});

test('base32 is that of the test vectors of RFC 4648, without padding', () => {
  const vectors = {
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  };
  for (const [text, base32] of Object.entries(vectors)) {
    assert.equal(encodeBase32(Buffer.from(text)), base32);
    assert.equal(decodeBase32(base32).toString(), text);
  }
});

test('a code is valid from one step before its own to one after', () => {
  const base32 = encodeBase32(secret);
  const now = 1_800_000_000_000;
  const step = now / 30_000;
  const found = [-2, -1, 0, 1, 2].map((away) => findTotpStep(base32, computeTotp(secret, step + away), now));
  assert.deepEqual(found, [undefined, step - 1, step, step + 1, undefined]);
  assert.equal(findTotpStep(base32, '', now), undefined);
});

test('a secret has 160 random bits, and its address names instance and account', () => {
  assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/);
  assert.notEqual(newTotpSecret(), newTotpSecret());
  const { host, pathname, searchParams } = new URL(totpUri('ABC', 'Our: Docket', 'ada@example.org'));
  assert.deepEqual([host, decodeURIComponent(pathname)], ['totp', '/Our: Docket:ada@example.org']);
  assert.deepEqual([searchParams.get('secret'), searchParams.get('issuer')], ['ABC', 'Our: Docket']);
});
