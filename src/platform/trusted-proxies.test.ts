import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClientAddressFinder, parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

const findClientAddress = (peer: string, forwarded: string | undefined, trusted: TrustedProxies) =>
  newClientAddressFinder(trusted)(peer, forwarded);

test('without trusted proxies the header is not read', () => {
  assert.equal(findClientAddress('203.0.113.7', '198.51.100.1', 0), '203.0.113.7');
});

test('one trusted proxy gives the last entry, whatever the client wrote before it', () => {
  const forged = '127.0.0.1, 10.0.0.1, 198.51.100.1';
  assert.equal(findClientAddress('10.0.0.9', forged, 1), '198.51.100.1');
  assert.equal(findClientAddress('10.0.0.9', forged, 2), '10.0.0.1');
  assert.equal(findClientAddress('10.0.0.9', forged, 9), '127.0.0.1');
});

test('a list of networks is followed from the right until an address outside it', () => {
  const trusted = parseTrustedProxies('10.0.0.0/8, 2001:db8::5') ?? 0;
  const through = (peer: string, forwarded: string) => findClientAddress(peer, forwarded, trusted);
  assert.equal(through('10.0.0.9', '192.0.2.66, 198.51.100.1, 10.1.1.1'), '198.51.100.1');
  assert.equal(through('2001:db8::5', '198.51.100.1'), '198.51.100.1');
  assert.equal(through('203.0.113.7', '198.51.100.1'), '203.0.113.7', 'the caller is no proxy');
  assert.equal(through('::ffff:10.0.0.9', '198.51.100.1'), '198.51.100.1');
});

test('what is no address is ignored, and ports are cut off', () => {
  for (const entry of ['unknown', '', '_hidden', '1.2.3', '::1::', '<script>', 'x'.repeat(10_000)])
    assert.equal(findClientAddress('10.0.0.9', `198.51.100.1, ${entry}`, 3), '10.0.0.9', entry.slice(0, 20));
  assert.equal(findClientAddress('10.0.0.9', '198.51.100.1:4711', 1), '198.51.100.1');
  assert.equal(findClientAddress('10.0.0.9', '[2001:db8::7]:4711', 1), '2001:db8::7');
  assert.equal(findClientAddress('10.0.0.9', undefined, 1), '10.0.0.9');
});

test('a setting that is neither a number nor a list of addresses is refused', () => {
  const read = ['off', 'on', '3', '10.0.0.1,fd00::/8'].map(parseTrustedProxies);
  assert.deepEqual(read, [0, 1, 3, ['10.0.0.1/32', 'fd00::/8']]);
  for (const text of ['', '21', '-1', 'proxy.local', '10.0.0.0/33', '10.0.0.1,,', '1/8'])
    assert.equal(parseTrustedProxies(text), undefined, text);
});
