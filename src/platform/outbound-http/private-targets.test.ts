import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowedTarget } from './guarded-connector.ts';
import { isListedHost, parsePrivateTargets } from './private-targets.ts';

const listed = (text: string) => parsePrivateTargets(text) ?? assert.fail(text);

test('a list has host names, domains, addresses and networks, and nothing else', () => {
  for (const text of [
    'ci.internal',
    '*.lan.example.org',
    'localhost',
    '10.0.0.7',
    '10.0.0.0/8',
    'fd00::/8, ::1',
    'ci.internal:8080, 10.0.0.7:8080, [::1]:8080',
  ])
    assert.ok(parsePrivateTargets(text), text);
  for (const text of [
    '',
    '*',
    '*.',
    'a b',
    'http://ci.internal',
    'ci.internal:0',
    'ci.internal:65536',
    'ci.internal:',
    '10.0.0.0/8:80',
    '[10.0.0.7]:80',
    '10/8',
    '10.0.0.0/33',
    '010.0.0.1',
  ])
    assert.equal(parsePrivateTargets(text), undefined, text);
});

test('a host is listed by its whole name, or below a domain', () => {
  const targets = listed('ci.internal,*.lan.example.org,10.1.0.0/16');
  for (const host of ['ci.internal', 'CI.internal.', 'a.lan.example.org', 'a.b.lan.example.org', '10.1.2.3'])
    assert.equal(isListedHost({ hostname: host, port: 80 }, targets), true, host);
  for (const host of ['xci.internal', 'a.ci.internal', 'lan.example.org', 'evillan.example.org', '10.2.0.1'])
    assert.equal(isListedHost({ hostname: host, port: 80 }, targets), false, host);
});

const table: [hostname: string, address: string, isAllowed: boolean, why: string][] = [
  ['anything.example', '8.8.8.8', true, 'public'],
  ['ci.internal', '10.9.9.9', true, 'the name is listed'],
  ['ci.internal', '127.0.0.1', true, 'the name is listed'],
  ['other.example', '10.9.9.9', false, 'neither name nor network is listed'],
  ['other.example', '10.1.2.3', true, 'the network is listed'],
  ['other.example', '::ffff:10.1.2.3', true, 'the network is listed, mapped'],
  ['other.example', '64:ff9b::a01:203', true, 'the network is listed, behind NAT64'],
  ['other.example', '10.2.0.1', false, 'beside the network'],
  ['other.example', '::1', false, 'loopback'],
  ['other.example', 'fd12::1', true, 'the network is listed'],
  ['ci.internal', '169.254.169.254', false, 'a listed name does not open the metadata service'],
  ['ci.internal', '::ffff:a9fe:a9fe', false, 'nor in another form'],
  ['ci.internal', 'fd00:ec2::254', false, 'nor over IPv6'],
  ['ci.internal', 'fe80::1', false, 'link-local'],
  ['ci.internal', '0.0.0.0', false, 'unspecified'],
];

for (const [hostname, address, isAllowed, why] of table) {
  test(`${hostname} at ${address} (${why}) is ${isAllowed ? 'allowed' : 'refused'}`, () => {
    const privateTargets = listed('ci.internal,10.1.0.0/16,fd00::/8');
    assert.equal(
      isAllowedTarget({ hostname, port: 80 }, address, { egress: 'public', privateTargets }),
      isAllowed,
    );
  });
}

test('a listed network does not open link-local addresses and metadata services in it', () => {
  const privateTargets = listed('0.0.0.0/0,::/0');
  for (const address of ['169.254.169.254', '100.100.100.200', 'fe80::1', '0.0.0.0', '::', '224.0.0.1'])
    assert.equal(
      isAllowedTarget({ hostname: 'x', port: 80 }, address, { egress: 'public', privateTargets }),
      false,
      address,
    );
});

test('an entry with a port allows that port alone', () => {
  const privateTargets = listed('ci.internal:8080,10.0.0.7:8080,[::1]:8080,*.lan:8080');
  for (const [hostname, address] of [
    ['ci.internal', '10.9.9.9'],
    ['other.example', '10.0.0.7'],
    ['::1', '::1'],
    ['a.lan', '192.168.0.1'],
  ] as const) {
    const isAllowed = (port: number) =>
      isAllowedTarget({ hostname, port }, address, { egress: 'public', privateTargets });
    assert.deepEqual([isAllowed(8080), isAllowed(80), isAllowed(443)], [true, false, false], hostname);
  }
});
