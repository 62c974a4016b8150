import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookRefused } from './webhooks.ts';

const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = JSON.stringify({
  id: 'e1',
  type: 'ticket.created',
  timestamp: '2026-11-01T09:30:00.000Z',
  data: {},
});
const at = new Date();

const signed = (secret: string, text = body, date = at) => ({
  'webhook-id': 'e1',
  'webhook-timestamp': String(Math.floor(date.getTime() / 1_000)),
  'webhook-signature': new Webhook(secret, secret.startsWith('whsec_') ? undefined : { format: 'raw' }).sign(
    'e1',
    date,
    text,
  ),
});

test('a request that a Standard Webhooks library signed is verified with either form of secret', async () => {
  for (const secret of [whsec, 'any other text']) {
    const event = await verifyWebhook(body, signed(secret), secret);
    assert.equal(event.type, 'ticket.created');
    await verifyWebhook(new TextEncoder().encode(body), new Headers(signed(secret)), secret);
  }
});

test('any of several secrets may match any of several signatures', async () => {
  const headers = signed(whsec);
  const both = `v1,${btoa('wrong')} v2,unknown ${headers['webhook-signature']}`;
  await verifyWebhook(body, { ...headers, 'webhook-signature': both }, ['new', whsec]);
});

const refused: [string, string, Record<string, string>, string][] = [
  ['another body', `${body} `, signed(whsec), whsec],
  ['another secret', body, signed(whsec), 'whsec_b3RoZXI='],
  ['another id', body, { ...signed(whsec), 'webhook-id': 'e2' }, whsec],
  ['an old request', body, signed(whsec, body, new Date(at.getTime() - 301_000)), whsec],
  ['a request of the future', body, signed(whsec, body, new Date(at.getTime() + 310_000)), whsec],
  [
    'a moved timestamp',
    body,
    { ...signed(whsec), 'webhook-timestamp': `${Math.floor(at.getTime() / 1_000) + 1}` },
    whsec,
  ],
  ['a timestamp in words', body, { ...signed(whsec), 'webhook-timestamp': 'now' }, whsec],
  ['no signature', body, { 'webhook-id': 'e1', 'webhook-timestamp': '1' }, whsec],
  ['a signature that is not base64', body, { ...signed(whsec), 'webhook-signature': 'v1,%%%' }, whsec],
];
for (const [what, text, headers, secret] of refused)
  test(`${what} is refused`, () => assert.rejects(verifyWebhook(text, headers, secret), WebhookRefused));

test('an empty secret, with which anybody could sign, is refused', async () => {
  for (const secret of ['', 'whsec_', 'whsec_%'])
    await assert.rejects(verifyWebhook(body, signed(whsec), secret), TypeError);
});
