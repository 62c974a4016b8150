import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { SetTimer } from '../timer.ts';
import { type Egress, isAllowedAddress } from './address-policy.ts';
import { OutboundFailure } from './outbound-failure.ts';

/** Resolves a name to all its addresses, as `dns.lookup` with `all`. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>;

export const resolveBySystem: ResolveName = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

export interface ConnectorSettings {
  egress: Egress;
  resolve: ResolveName;
  connectTimeoutMs: number;
  setTimer: SetTimer;
  /** Certificate authorities that are trusted in addition to Node's. */
  ca?: string[] | undefined;
}

/**
 * Opens sockets only to allowed addresses. It connects to the very address that it checked and does not resolve the name
 * again, which prevents DNS rebinding.
 */
export function newGuardedConnector(
  build: typeof buildConnector,
  settings: ConnectorSettings,
): buildConnector.connector {
  const { egress, connectTimeoutMs, setTimer, ca } = settings;
  const resolve = shareLookUps(settings.resolve);
  const lookup: LookupFunction = (hostname, options, callback) => {
    findAllowedAddresses(hostname, resolve, egress).then(
      (addresses) => {
        const [first] = addresses as [LookupAddress];
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
  const connect = build({
    allowH2: false,
    // The timeout below replaces undici's, so that tests can set the timer.
    timeout: 0,
    lookup,
    autoSelectFamily: true,
    ...(ca && { ca }),
  } as buildConnector.BuildOptions);

  return (options, callback) => {
    // A literal address never reaches `lookup`.
    if (isIP(options.hostname) !== 0 && !isAllowedAddress(options.hostname, egress)) {
      return callback(addressNotAllowed(options.hostname), null);
    }
    let cancel = () => {};
    const socket = connect(options, (...outcome) => {
      cancel();
      const [error, open] = outcome;
      if (open?.remoteAddress !== undefined && !isAllowedAddress(open.remoteAddress, egress)) {
        open.destroy();
        return callback(addressNotAllowed(options.hostname), null);
      }
      if (error) callback(error, null);
      else callback(null, open as Socket);
    }) as unknown as Socket;
    cancel = setTimer(connectTimeoutMs, () => {
      socket.destroy(new OutboundFailure('timed_out', `no connection within ${connectTimeoutMs} ms`));
    });
  };
}

/** Throws if the name has no address, or only addresses that are not allowed. */
export async function findAllowedAddresses(
  hostname: string,
  resolve: ResolveName,
  egress: Egress,
): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new OutboundFailure('dns_failed', `${hostname} has no address`);
  const allowed = addresses.filter(({ address }) => isAllowedAddress(address, egress));
  if (allowed.length === 0) throw addressNotAllowed(hostname);
  return allowed;
}

export const addressNotAllowed = (hostname: string) =>
  new OutboundFailure('private_address', `${hostname} is an address to which Docket does not connect`);

/** Concurrent connections to a name share one look-up, because a look-up may hang and occupies one of few threads. */
function shareLookUps(resolve: ResolveName): ResolveName {
  const pending = new Map<string, Promise<LookupAddress[]>>();
  return (hostname) => {
    const known = pending.get(hostname);
    if (known) return known;
    const own = resolve(hostname).finally(() => pending.delete(hostname));
    pending.set(hostname, own);
    return own;
  };
}
