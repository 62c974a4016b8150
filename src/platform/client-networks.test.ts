import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNetworks } from './client-networks.ts';

test('limits count IPv6 clients by their /64 and /48, and IPv4 clients by their address', () => {
  const expected: [address: string, network: string, site: string | undefined][] = [
    ['203.0.113.7', '203.0.113.7', undefined],
    ['::ffff:203.0.113.7', '203.0.113.7', undefined],
    ['::FFFF:cb00:7107', '203.0.113.7', undefined],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64', '2001:db8:1::/48'],
    ['2001:db8:2::1', '2001:db8:2:0::/64', '2001:db8:2::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['unknown', 'unknown', undefined],
    ['', '', undefined],
  ];
  for (const [address, network, site] of expected)
    assert.deepEqual(clientNetworks(address), { network, site }, address);
});
