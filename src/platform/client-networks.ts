import ipaddr from 'ipaddr.js';

/**
 * A site gets the limit of this number of networks: enough for an office, too little for guessing from 65,536
 * networks.
 */
export const siteShare = 10;

export interface ClientNetworks {
  /** What the limits of a client address count by. */
  network: string;
  /** The network around it, if the owner of the address may also have the neighbouring networks. */
  site: string | undefined;
}

/**
 * An IPv4 address is one client, also in the spellings that IPv6 has for it. A client with IPv6 has a whole /64 network and
 * changes its address there as it likes; providers and clouds give out up to /48, a site.
 */
export function clientNetworks(address: string): ClientNetworks {
  if (!address.includes(':') || !ipaddr.isValid(address)) return { network: address, site: undefined };
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return { network: parsed.toString(), site: undefined };
  const [a, b, c, d] = (parsed as ipaddr.IPv6).parts.map((part) => part.toString(16));
  return { network: `${a}:${b}:${c}:${d}::/64`, site: `${a}:${b}:${c}::/48` };
}
