import ipaddr from 'ipaddr.js';

/**
 * A site gets the limit of this number of networks: enough for an office, too little for guessing from 65,536
 * networks.
 */
export const siteShare = 10;

export interface ClientNetworks {
  /** The network by which the limits of a client address are counted. */
  network: string;
  /** The larger network, if the owner of the address may also have the neighbouring networks. */
  site: string | undefined;
}

/**
 * An IPv4 address is one client, also when it is written as IPv6. A client with IPv6 has a whole /64 network and can
 * change its address within it; providers and clouds assign up to a /48, a site.
 */
export function clientNetworks(address: string): ClientNetworks {
  if (!address.includes(':') || !ipaddr.isValid(address)) return { network: address, site: undefined };
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return { network: parsed.toString(), site: undefined };
  const [a, b, c, d] = (parsed as ipaddr.IPv6).parts.map((part) => part.toString(16));
  return { network: `${a}:${b}:${c}:${d}::/64`, site: `${a}:${b}:${c}::/48` };
}
