import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The proxies whose X-Forwarded-For is believed: how many in a row, or their addresses and networks. */
export type TrustedProxies = number | readonly string[];

type ClientAddressFinder = (peer: string, forwarded: string | string[] | undefined) => string;

/** Longer chains do not exist; the bound keeps a forged header from costing time. */
const hopsMax = 20;

/**
 * Each proxy appends the address that it was called from, so the header is read from the right for as long as the address
 * before is a trusted proxy. Everything further left was written by the client. What is no address ends the chain.
 */
export function newClientAddressFinder(trusted: TrustedProxies): ClientAddressFinder {
  const trusts = typeof trusted === 'number' ? (hop: number) => hop < trusted : newNetworkTest(trusted);
  return (peer, forwarded) => {
    let address = unmapped(peer);
    if (forwarded === undefined || !trusts(0, address)) return address;
    const entries = String(forwarded).split(',', 4_096);
    for (let hop = 0; hop < hopsMax && trusts(hop, address); hop++) {
      const next = parseEntry(entries[entries.length - 1 - hop]);
      if (next === undefined) break;
      address = next;
    }
    return address;
  };
}

/** `off`, `on` (one proxy), a number of proxies, or addresses and networks; undefined if it is none of these. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'off' || text === 'on') return text === 'on' ? 1 : 0;
  if (/^\d+$/.test(text)) return Number(text) <= hopsMax ? Number(text) : undefined;
  return parseNetworks(text);
}

/** Parses a comma-separated list of addresses and networks such as `10.0.0.0/8`; undefined if one is neither. */
function parseNetworks(text: string): string[] | undefined {
  const networks = text.split(',').map((part) => asNetwork(part.trim()));
  return networks.every(isNetwork) ? networks : undefined;
}

const asNetwork = (text: string) => (isIP(text) === 0 ? text : `${text}/${isIP(text) === 4 ? 32 : 128}`);

/** Checked by both: ipaddr.js also takes old spellings, such as `10/8` and octal numbers. */
const isNetwork = (text: string) => isIP(text.split('/', 1)[0] ?? '') !== 0 && ipaddr.isValidCIDR(text);

function newNetworkTest(networks: readonly string[]): (hop: number, address: string) => boolean {
  const ranges = networks.map((network) => ipaddr.parseCIDR(network));
  return (_hop, address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.parse(address);
    return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
  };
}

/** Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::7]:4711`. */
function parseEntry(entry: string | undefined): string | undefined {
  const text = entry?.trim() ?? '';
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : unmapped(bare);
}

/** An IPv4 client on a socket for both families appears as `::ffff:203.0.113.7`. */
const unmapped = (address: string) => (/^::ffff:[\d.]+$/i.test(address) ? address.slice(7) : address);
