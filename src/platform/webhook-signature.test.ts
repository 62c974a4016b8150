import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verify } from '@octokit/webhooks-methods';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { sign, signHex, signStandard } from './webhook-signature.ts';

describe('signatures', () => {
  test('signatures match the published test vectors of Standard Webhooks and GitHub', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = Buffer.from('{"test": 2432232314}');
    assert.equal(
      signStandard(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, body),
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
    assert.equal(
      signHex("It's a Secret to Everybody", Buffer.from('Hello, World!')),
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    );
  });

  test('public libraries verify the signature of any secret and body', async () => {
    const secrets = fc.oneof(
      // The libraries disagree on the encoding of secrets beyond ASCII; Docket uses UTF-8.
      fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme-ascii' }),
      fc
        .uint8Array({ minLength: 24, maxLength: 64 })
        .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`),
    );
    await fc.assert(
      fc.asyncProperty(secrets, fc.json(), async (secret, text) => {
        fc.pre(secret.startsWith('whsec_') || !secret.includes('whsec_'));
        const body = Buffer.from(text);
        const now = Date.now();
        const { timestamp, signature, standardSignature } = sign([secret], 'msg_1', now, body);
        const headers = {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(timestamp),
          'webhook-signature': standardSignature,
        };
        const format = secret.startsWith('whsec_') ? undefined : ({ format: 'raw' } as const);
        new StandardWebhook(secret, format).verify(text, headers);
        new SvixWebhook(secret, format).verify(text, headers);
        assert.equal(await verify(secret, text, signature), true);
      }),
      { numRuns: 50 },
    );
  });

  test('while two secrets are valid, a receiver can verify with either', () => {
    const { timestamp, standardSignature } = sign(['new', 'old'], 'msg_1', Date.now(), Buffer.from('{}'));
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standardSignature,
    };
    for (const secret of ['new', 'old']) new StandardWebhook(secret, { format: 'raw' }).verify('{}', headers);
    assert.throws(() => new StandardWebhook('other', { format: 'raw' }).verify('{}', headers));
  });
});
