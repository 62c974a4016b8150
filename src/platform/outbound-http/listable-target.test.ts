import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseListableTarget } from './listable-target.ts';

const accepted: [given: string, listed: string][] = [
  ['ci.internal', 'ci.internal'],
  [' CI.Internal. ', 'ci.internal'],
  ['ci.internal:8080', 'ci.internal:8080'],
  ['localhost', 'localhost'],
  ['*.lan.example.org', '*.lan.example.org'],
  ['*.internal', '*.internal'],
  ['10.1.2.3', '10.1.2.3'],
  ['10.1.2.3/32', '10.1.2.3'],
  ['10.1.2.3:8080', '10.1.2.3:8080'],
  ['10.1.2.3/16', '10.1.0.0/16'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['127.0.0.0/8', '127.0.0.0/8'],
  ['100.64.0.0/10', '100.64.0.0/10'],
  ['192.168.7.0/24', '192.168.7.0/24'],
  ['FD12:0::1', 'fd12::1'],
  ['[fd12:0::1]:80', '[fd12::1]:80'],
  ['fd12:3456::7/32', 'fd12:3456::/32'],
  ['fc00::/7', 'fc00::/7'],
  ['::1', '::1'],
];

for (const [given, listed] of accepted)
  test(`${given} can be listed, as ${listed}`, () =>
    assert.deepEqual(parseListableTarget(given), { target: listed }));

const refused: [given: string, why: string, message: RegExp][] = [
  ['0.0.0.0/0', 'everything', /one private network/],
  ['::/0', 'everything', /one private network/],
  ['0.0.0.0/1', 'half of everything', /one private network/],
  ['8.0.0.0/6', 'more than the private network in it', /one private network/],
  ['10.0.0.0/7', 'more than the private network in it', /one private network/],
  ['192.168.0.0/15', 'more than the private network in it', /one private network/],
  ['f000::/4', 'more than the private network in it', /one private network/],
  ['8.8.8.8', 'public', /Public addresses need no entry/],
  ['2606:4700::/32', 'public', /Public addresses need no entry/],
  ['169.254.169.254', 'metadata service', /always refused/],
  ['169.254.0.0/16', 'link-local', /always refused/],
  ['fe80::1', 'link-local', /always refused/],
  ['100.100.100.200', 'metadata service in a private network', /always refused/],
  ['fd00:ec2::254', 'metadata service in a private network', /always refused/],
  ['::ffff:169.254.169.254', 'metadata service, mapped', /IPv4 address in its own form/],
  ['::ffff:10.0.0.1', 'mapped: it would match nothing', /IPv4 address in its own form/],
  ['::ffff:0:0/96', 'every IPv4 address, mapped', /IPv4 address in its own form/],
  ['64:ff9b::a00:1', 'NAT64 of a private address: it would match nothing', /IPv4 address in its own form/],
  ['2002:a00:1::', '6to4 of a private address: it would match nothing', /IPv4 address in its own form/],
  ['::127.0.0.1', 'compatible form of loopback: it would match nothing', /IPv4 address in its own form/],
  ['0.0.0.0', 'unspecified', /one private network/],
  ['::', 'unspecified', /one private network/],
  ['224.0.0.1', 'multicast', /one private network/],
  ['255.255.255.255', 'broadcast', /one private network/],
  ['*', 'everything', /must be a host name/],
  ['*.', 'everything', /must be a host name/],
  ['*.com', 'names of strangers', /strangers can register/],
  ['a.*.internal', 'a wildcard inside', /must be a host name/],
  ['http://ci.internal/', 'a URL', /must be a host name/],
  ['ci.internal/hook', 'a path', /must be a host name/],
  ['user@ci.internal', 'a user', /must be a host name/],
  ['ci.internal:0', 'no port', /must be a host name/],
  ['ci.internal:99999', 'no port', /must be a host name/],
  ['10.0.0.0/8:80', 'a network with a port', /must be a host name/],
  ['10.1', 'an old spelling', /must be a host name/],
  ['0x7f.0.0.1', 'an old spelling', /must be a host name/],
  ['2130706433', 'an old spelling', /must be a host name/],
  ['fe80::1%eth0', 'a zone', /must be a host name/],
  ['10.0.0.1,10.0.0.2', 'two', /must be a host name/],
  ['', 'nothing', /must be a host name/],
  [`${'a.'.repeat(140)}internal`, 'longer than a name can be', /must be a host name/],
];

for (const [given, why, message] of refused)
  test(`${given.slice(0, 40) || '(empty)'} (${why}) cannot be listed`, () =>
    assert.match(parseListableTarget(given).refused ?? 'accepted', message));
