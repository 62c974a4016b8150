import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { embeddedAddress, isAllowedAddress, isPrivateAddress } from './address-policy.ts';
import { asNetwork, isNetwork, parsePrivateTarget, splitPort } from './private-targets.ts';

/** Top-level names that nobody can register, so a wildcard below them reaches no name of a stranger. */
const internalNames = new Set(['corp', 'home', 'internal', 'lan', 'local', 'localhost', 'test']);

export type ListableTarget = { target: string; refused?: never } | { target?: never; refused: string };

/**
 * The canonical form of what an administrator may add to the list while Docket runs, or why not. It must lie wholly in a
 * private network: public addresses need no entry, so `0.0.0.0/0` is a mistake or an attempt to list everything. Addresses
 * that no policy allows, such as link-local ones, are refused here too, though listing them would have no effect.
 */
export function parseListableTarget(text: string): ListableTarget {
  const entry = parsePrivateTarget(text.trim().replace(/(?<=[a-z])\.$/i, ''));
  if (entry === undefined) {
    return {
      refused:
        'must be a host name, *. and a domain, an address, or a network, such as ci.internal, *.lan.example.org, 10.1.2.3 or 10.1.0.0/16; a host or address may have a port, such as ci.internal:8080',
    };
  }
  const { host, port } = splitPort(entry);
  if (!isNetwork(host)) return host.startsWith('*.') ? parseWildcard(entry, host) : { target: entry };
  const [base, bits] = ipaddr.parseCIDR(asNetwork(host));
  const Family = base instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  // Resolved addresses are compared by the IPv4 address inside them, so such an entry would match nothing.
  if (embeddedAddress(base) !== base)
    return { refused: 'must be an IPv4 address in its own form, such as 10.1.2.3' };
  const first = Family.networkAddressFromCIDR(asNetwork(host));
  const last =
    base instanceof ipaddr.IPv4
      ? ipaddr.IPv4.broadcastAddressFromCIDR(asNetwork(host))
      : lastAddress(first, bits);
  const isInOneRange =
    first.range() === last.range() && isListable(first.toString()) && isListable(last.toString());
  if (!isInOneRange) {
    return {
      refused:
        'must lie in one private network: loopback, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7. Public addresses need no entry; link-local addresses and metadata services are always refused',
    };
  }
  const address = first.toString();
  if (isIP(host) === 0 && bits < first.toByteArray().length * 8) return { target: `${address}/${bits}` };
  if (port === undefined) return { target: address };
  return { target: isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}` };
}

const isListable = (address: string) => isPrivateAddress(address) && isAllowedAddress(address, 'private');

function parseWildcard(entry: string, host: string): ListableTarget {
  const labels = host.slice(2).split('.');
  if (labels.length > 1 || internalNames.has(labels[0] ?? '')) return { target: entry };
  return {
    refused: `must not be ${host}: strangers can register names below it. Name your own domain, such as *.lan.example.org`,
  };
}

function lastAddress(first: ipaddr.IPv4 | ipaddr.IPv6, bits: number): ipaddr.IPv6 {
  const bytes = first.toByteArray().map((byte, index) => {
    const free = Math.min(8, Math.max(0, (index + 1) * 8 - bits));
    return byte | (2 ** free - 1);
  });
  return new ipaddr.IPv6(bytes);
}
