import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { embeddedAddress } from './address-policy.ts';

/**
 * What is allowed besides public addresses: host names, `*.` domains, addresses, networks; all but networks with a
 * port.
 */
export type PrivateTargets = readonly string[];

/** A list that changes while the process runs. */
export interface PrivateTargetSource {
  /** As of the last refresh; another array after each change. */
  current: PrivateTargets;
  /** Reads the list again if it may have changed. */
  refresh(): Promise<void>;
}

/** The target of a connection: the host as it was given, without brackets, and the port. */
export interface Target {
  hostname: string;
  port: number;
}

export const connectionTarget = ({
  hostname,
  port,
  protocol,
}: Pick<URL, 'hostname' | 'port' | 'protocol'>): Target => ({
  hostname: hostname.replace(/^\[|\]$/g, ''),
  port: port === '' || port === undefined ? (protocol === 'https:' ? 443 : 80) : Number(port),
});

const hostName =
  /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Parses a comma-separated list; undefined if an entry is neither a host name nor an address or network. */
export function parsePrivateTargets(text: string): PrivateTargets | undefined {
  const entries = text.split(',').map(parsePrivateTarget);
  return entries.some((entry) => entry === undefined) ? undefined : (entries as string[]);
}

/** The entry in its canonical form; undefined if it is neither a host name nor an address or network. */
export function parsePrivateTarget(text: string): string | undefined {
  const entry = text.trim().toLowerCase();
  const { host, port } = splitPort(entry);
  if (port !== undefined && !(port >= 1 && port <= 65_535)) return undefined;
  if (hostName.test(host) && host.length <= 253) return entry;
  return isNetwork(host) && (port === undefined || isIP(host) !== 0) ? entry : undefined;
}

/** Whether a target is on the list by its name, or as a literal address. */
export function isListedHost({ hostname, port }: Target, targets: PrivateTargets): boolean {
  const bare = hostname.toLowerCase().replace(/\.$/, '');
  if (isIP(bare) !== 0) return isListedAddress(bare, port, targets);
  return entriesFor(port, targets).some((host) =>
    host.startsWith('*.') ? bare.endsWith(host.slice(1)) && bare !== host.slice(2) : bare === host,
  );
}

/** Whether an address that was resolved is in a network of the list. */
export function isListedAddress(address: string, port: number, targets: PrivateTargets): boolean {
  if (!ipaddr.isValid(address)) return false;
  const target = embeddedAddress(ipaddr.parse(address));
  return entriesFor(port, targets)
    .filter(isNetwork)
    .some((network) => {
      const [base, bits] = ipaddr.parseCIDR(asNetwork(network));
      return base.kind() === target.kind() && target.match([base, bits] as [ipaddr.IPv4, number]);
    });
}

/** The hosts of the entries that have this port or none. */
const entriesFor = (port: number, targets: PrivateTargets) =>
  targets
    .map(splitPort)
    .filter((entry) => entry.port === undefined || entry.port === port)
    .map(({ host }) => host);

/** `host:port`, and `[address]:port` for IPv6, whose addresses have colons of their own. */
export function splitPort(entry: string): { host: string; port: number | undefined } {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(entry) ?? [];
  if (bracketed !== undefined && isIP(bracketed) !== 6) return { host: entry, port: undefined };
  return { host: bracketed ?? plain ?? entry, port: port === undefined ? undefined : Number(port) };
}

/** Checked by both: ipaddr.js also takes old spellings, such as `10/8` and octal numbers. */
export const isNetwork = (text: string) =>
  !text.includes('%') && isIP(text.split('/', 1)[0] ?? '') !== 0 && ipaddr.isValidCIDR(asNetwork(text));

export const asNetwork = (text: string) =>
  isIP(text) === 0 ? text : `${text}/${isIP(text) === 4 ? 32 : 128}`;
