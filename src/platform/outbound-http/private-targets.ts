import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { embeddedAddress } from './address-policy.ts';

/** What the operator allows besides public addresses: host names, `*.` and a domain, addresses and networks. */
export type PrivateTargets = readonly string[];

const hostName =
  /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Parses a comma-separated list; undefined if an entry is neither a host name nor an address or network. */
export function parsePrivateTargets(text: string): PrivateTargets | undefined {
  const entries = text.split(',').map((part) => part.trim().toLowerCase());
  return entries.every((entry) => hostName.test(entry) || isNetwork(entry)) ? entries : undefined;
}

/** Whether a host, as it was given, is on the list: by its name, or as a literal address. */
export function isListedHost(hostname: string, targets: PrivateTargets): boolean {
  const bare = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (isIP(bare) !== 0) return isListedAddress(bare, targets);
  return targets.some((target) =>
    target.startsWith('*.') ? bare.endsWith(target.slice(1)) && bare !== target.slice(2) : bare === target,
  );
}

/** Whether an address that was resolved is in a network of the list. */
export function isListedAddress(address: string, targets: PrivateTargets): boolean {
  if (!ipaddr.isValid(address)) return false;
  const target = embeddedAddress(ipaddr.parse(address));
  return targets.filter(isNetwork).some((network) => {
    const [base, bits] = ipaddr.parseCIDR(asNetwork(network));
    return base.kind() === target.kind() && target.match([base, bits] as [ipaddr.IPv4, number]);
  });
}

/** Checked by both: ipaddr.js also takes old spellings, such as `10/8` and octal numbers. */
const isNetwork = (text: string) =>
  isIP(text.split('/', 1)[0] ?? '') !== 0 && ipaddr.isValidCIDR(asNetwork(text));

const asNetwork = (text: string) => (isIP(text) === 0 ? text : `${text}/${isIP(text) === 4 ? 32 : 128}`);
