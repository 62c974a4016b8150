import ipaddr from 'ipaddr.js';

/** `private` also allows loopback and private networks, where self-hosters run their receivers. */
export const egresses = ['private', 'public'] as const;
export type Egress = (typeof egresses)[number];

/** Metadata services, which hand out the credentials of the machine. Refused under every policy. */
const metadataServices = new Set([
  // Alibaba, Oracle and Azure. The metadata addresses of other clouds are link-local.
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  // AWS and Google over IPv6.
  'fd00:ec2::254',
  'fd20:ce::254',
]);

const localRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Whether Docket may connect to an address that was resolved. */
export function isAllowedAddress(address: string, egress: Egress): boolean {
  // A zone names an interface of this machine, which only link-local addresses need.
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const target = embeddedAddress(ipaddr.parse(address));
  if (metadataServices.has(target.toString())) return false;
  const range = target.range();
  return range === 'unicast' || (egress === 'private' && localRanges.has(range));
}

/** Whether an address is in a network that only this machine or its neighbours reach. */
export const isPrivateAddress = (address: string) => !isAllowedAddress(address, 'public');

/** The IPv4 address inside an IPv6 address, of which there are six forms: the packet arrives there. */
export function embeddedAddress(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (!(address instanceof ipaddr.IPv6)) return address;
  const bytes = address.toByteArray();
  const range = address.range();
  const isMappedOrTranslated = range === 'ipv4Mapped' || range === 'rfc6145' || range === 'rfc6052';
  // `::127.0.0.1`, long deprecated; `::1` and `::` are addresses of their own.
  const isCompatible = bytes.slice(0, 12).every((byte) => byte === 0) && bytes.slice(12, 14).some(Boolean);
  if (isMappedOrTranslated || isCompatible) return new ipaddr.IPv4(bytes.slice(12));
  if (range === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6));
  return address;
}
