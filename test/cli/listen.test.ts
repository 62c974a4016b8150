import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import test from 'node:test';
import { verify } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { openReceiver } from '../support/receiver.ts';
import { docket, docketAsProgram, newFolder, startDocket } from './docket.ts';

test('docket listen forwards events signed like a webhook, and API_PORT serves only /v1', async (t) => {
  const settings = { DATA_DIR: newFolder(), PORT: '0', API_PORT: '0', LOG_LEVEL: 'silent' };
  const server = startDocket(['serve', '--json'], settings);
  t.after(() => server.kill('SIGKILL'));
  const [ready] = (await once(server.stdout as Readable, 'data')) as [Buffer];
  const { url, sidePorts } = JSON.parse(ready.toString());
  const made = await docket(
    ['user', 'create', '--name', 'Ada', '--email', 'ada@example.org', '--json'],
    settings,
  );
  const { apiKey } = JSON.parse(made.stdout);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const receiver = await openReceiver();
  t.after(() => receiver.close());

  const api = `http://127.0.0.1:${sidePorts[0]}`;
  assert.equal((await fetch(`${api}/v1/webhooks`, { headers })).status, 200);
  const elsewhere = await fetch(`${api}/api/tickets`, { headers });
  assert.equal(elsewhere.status, 404);
  assert.equal(((await elsewhere.json()) as { error: { code: string } }).error.code, 'NOT_FOUND');

  const args = [
    '--forward',
    receiver.url,
    '--key',
    apiKey,
    '--url',
    url,
    '--events',
    'ticket.*',
    '--secret',
    'swordfish',
  ];
  const listening = startDocket(['listen', ...args], settings);
  t.after(() => listening.kill('SIGKILL'));
  let said = '';
  const follows = new Promise<void>((resolve) =>
    (listening.stdout as Readable).on('data', (chunk) => {
      said += chunk;
      if (said.includes('Connected.')) resolve();
    }),
  );
  await follows;
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('/api/projects', { name: 'Not covered' });
  await post('/api/tickets', { title: 'Delivered' });
  const [first] = await receiver.until(1);
  assert.equal(first?.json.type, 'ticket.created');
  assert.equal(first?.json.data.ticket.title, 'Delivered');
  const text = String(first?.body);
  new StandardWebhook('swordfish', { format: 'raw' }).verify(text, first?.headers as Record<string, string>);
  assert.equal(await verify('swordfish', text, String(first?.headers['x-webhook-signature'])), true);
  const ended = once(listening, 'exit');
  listening.kill('SIGINT');
  const [code] = await ended;
  assert.equal(code, 0);
  assert.match(said, /ticket\.created {2}200/);
  assert.doesNotMatch(said, /project\.created/);
  const wrongKey = ['listen', ...args.slice(0, 2), '--key', 'dkt_wrong', '--url', url];
  const wrong = await docketAsProgram(wrongKey, settings);
  assert.equal(wrong.code, 77);
  assert.match(wrong.stderr, /API key is invalid/);
});
