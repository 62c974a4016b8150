import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAllowedAddress } from './address-policy.ts';

/** Whether each policy allows an address, and why. */
const table: [address: string, inPrivate: boolean, inPublic: boolean, why: string][] = [
  ['1.1.1.1', true, true, 'public'],
  ['8.8.8.8', true, true, 'public'],
  ['172.15.255.255', true, true, 'below 172.16/12'],
  ['172.32.0.0', true, true, 'above 172.16/12'],
  ['100.63.255.255', true, true, 'below 100.64/10'],
  ['100.128.0.0', true, true, 'above 100.64/10'],
  ['198.17.255.255', true, true, 'below the benchmarking range'],
  ['198.20.0.0', true, true, 'above the benchmarking range'],
  ['223.255.255.255', true, true, 'below multicast'],
  ['2606:4700:4700::1111', true, true, 'public'],
  ['2a00:1450:4001::1', true, true, 'public'],
  ['64:ff9b::808:808', true, true, 'NAT64 of a public address'],
  ['::ffff:8.8.8.8', true, true, 'a public address, mapped'],
  ['2002:808:808::1', true, true, '6to4 of a public address'],

  ['127.0.0.1', true, false, 'loopback'],
  ['127.255.255.254', true, false, 'loopback'],
  ['10.0.0.1', true, false, 'private'],
  ['10.255.255.255', true, false, 'private'],
  ['172.16.0.1', true, false, 'private'],
  ['172.31.255.255', true, false, 'private'],
  ['192.168.0.1', true, false, 'private'],
  ['100.64.0.1', true, false, 'shared by carriers, and by VPNs of self-hosters'],
  ['::1', true, false, 'loopback'],
  ['fc00::1', true, false, 'unique local'],
  ['fd12:3456:789a::1', true, false, 'unique local'],
  ['::ffff:127.0.0.1', true, false, 'loopback, mapped'],
  ['::ffff:7f00:1', true, false, 'loopback, mapped, in hexadecimal'],
  ['::ffff:10.0.0.1', true, false, 'private, mapped'],
  ['::ffff:0:127.0.0.1', true, false, 'loopback, translated'],
  ['::127.0.0.1', true, false, 'loopback, IPv4-compatible'],
  ['64:ff9b::7f00:1', true, false, 'loopback behind NAT64'],
  ['64:ff9b:1::a00:1', true, false, 'private behind a local NAT64'],
  ['2002:7f00:1::', true, false, 'loopback in 6to4'],
  ['2002:c0a8:1::1', true, false, 'private in 6to4'],

  ['169.254.169.254', false, false, 'metadata of AWS, Google, Azure and others'],
  ['169.254.170.2', false, false, 'credentials of ECS tasks'],
  ['169.254.0.1', false, false, 'link-local'],
  ['::ffff:169.254.169.254', false, false, 'metadata, mapped'],
  ['::ffff:a9fe:a9fe', false, false, 'metadata, mapped, in hexadecimal'],
  ['::ffff:0:a9fe:a9fe', false, false, 'metadata, translated'],
  ['::a9fe:a9fe', false, false, 'metadata, IPv4-compatible'],
  ['64:ff9b::a9fe:a9fe', false, false, 'metadata behind NAT64'],
  ['64:ff9b:1::a9fe:a9fe', false, false, 'metadata behind a local NAT64'],
  ['2002:a9fe:a9fe::', false, false, 'metadata in 6to4'],
  ['100.100.100.200', false, false, 'metadata of Alibaba'],
  ['192.0.0.192', false, false, 'metadata of Oracle'],
  ['168.63.129.16', false, false, 'the wire server of Azure'],
  ['fd00:ec2::254', false, false, 'metadata of AWS over IPv6'],
  ['fd20:ce::254', false, false, 'metadata of Google over IPv6'],
  ['fe80::1', false, false, 'link-local'],
  ['fe80::1%eth0', false, false, 'link-local with a zone'],
  ['febf::1', false, false, 'link-local'],
  ['fec0::1', false, false, 'site-local, deprecated'],
  ['0.0.0.0', false, false, 'unspecified'],
  ['0.1.2.3', false, false, 'this network'],
  ['::', false, false, 'unspecified'],
  ['::ffff:0.0.0.0', false, false, 'unspecified, mapped'],
  ['192.0.0.1', false, false, 'IETF protocol assignments'],
  ['192.0.2.1', false, false, 'documentation'],
  ['198.51.100.1', false, false, 'documentation'],
  ['203.0.113.1', false, false, 'documentation'],
  ['2001:db8::1', false, false, 'documentation'],
  ['3fff::1', false, false, 'documentation'],
  ['198.18.0.1', false, false, 'benchmarking'],
  ['198.19.255.255', false, false, 'benchmarking'],
  ['224.0.0.1', false, false, 'multicast'],
  ['239.255.255.255', false, false, 'multicast'],
  ['ff02::1', false, false, 'multicast'],
  ['240.0.0.1', false, false, 'reserved'],
  ['255.255.255.255', false, false, 'broadcast'],
  ['2001::1', false, false, 'Teredo'],
  ['100::1', false, false, 'discard'],
  ['not an address', false, false, 'no address'],
  ['', false, false, 'nothing'],
];

describe('which addresses may be connected to', () => {
  for (const [address, inPrivate, inPublic, why] of table) {
    test(`address ${address || '(empty)'} (${why}) is ${inPublic ? 'allowed' : inPrivate ? 'allowed by private egress only' : 'refused'}`, () => {
      assert.equal(isAllowedAddress(address, 'private'), inPrivate);
      assert.equal(isAllowedAddress(address, 'public'), inPublic);
    });
  }
});

const spelledDifferently: [url: string, meant: string][] = [
  ['http://0177.0.0.1/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://127.1/', '127.0.0.1'],
  ['http://2852039166/', '169.254.169.254'],
  ['http://0xa9fea9fe/', '169.254.169.254'],
  ['http://0251.0376.0251.0376/', '169.254.169.254'],
  ['http://１６９.254.169.254/', '169.254.169.254'],
  ['http://169.254.169.254./', '169.254.169.254'],
  ['http://[::ffff:169.254.169.254]/', '[::ffff:a9fe:a9fe]'],
];

describe('an IPv4 address in another spelling is normalised before it is checked', () => {
  for (const [url, meant] of spelledDifferently) {
    test(`${url} is normalised to ${meant}`, () => assert.equal(new URL(url).hostname, meant));
  }
});
