import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { SetTimer } from '../timer.ts';
import { type Egress, isAllowedAddress } from './address-policy.ts';
import { OutboundFailure } from './outbound-failure.ts';

/** All addresses of a name, as `dns.lookup` with `all` finds them. */
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
  /** Trusted besides the authorities that Node trusts. */
  ca?: string[] | undefined;
}

/**
 * Opens sockets only to allowed addresses. The address that was checked is the one that is connected to: between the
 * two no name is resolved again, so a name that changes its mind gains nothing.
 */
export function newGuardedConnector(
  build: typeof buildConnector,
  settings: ConnectorSettings,
): buildConnector.connector {
  const { egress, connectTimeoutMs, setTimer, ca } = settings;
  const resolve = oncePending(settings.resolve);
  const lookup: LookupFunction = (hostname, options, callback) => {
    findAllowed(hostname, resolve, egress).then(
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
    // Ours is below, by a clock of ours.
    timeout: 0,
    lookup,
    autoSelectFamily: true,
    ...(ca && { ca }),
  } as buildConnector.BuildOptions);

  return (options, callback) => {
    // A literal address is connected to without any look-up.
    if (isIP(options.hostname) !== 0 && !isAllowedAddress(options.hostname, egress)) {
      return callback(notAllowed(options.hostname), null);
    }
    let cancel = () => {};
    const socket = connect(options, (...outcome) => {
      cancel();
      const [error, open] = outcome;
      if (open?.remoteAddress !== undefined && !isAllowedAddress(open.remoteAddress, egress)) {
        open.destroy();
        return callback(notAllowed(options.hostname), null);
      }
      if (error) callback(error, null);
      else callback(null, open as Socket);
    }) as unknown as Socket;
    cancel = setTimer(connectTimeoutMs, () => {
      socket.destroy(new OutboundFailure('timed_out', `no connection within ${connectTimeoutMs} ms`));
    });
  };
}

/** Throws where the name leads nowhere, or only to where we do not go. */
export async function findAllowed(
  hostname: string,
  resolve: ResolveName,
  egress: Egress,
): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new OutboundFailure('dns_failed', `${hostname} has no address`);
  const allowed = addresses.filter(({ address }) => isAllowedAddress(address, egress));
  if (allowed.length === 0) throw notAllowed(hostname);
  return allowed;
}

export const notAllowed = (hostname: string) =>
  new OutboundFailure('private_address', `${hostname} is an address to which Docket does not connect`);

/** A look-up may hang, and takes one of few threads: connections to one name that wait at the same time share one. */
function oncePending(resolve: ResolveName): ResolveName {
  const pending = new Map<string, Promise<LookupAddress[]>>();
  return (hostname) => {
    const known = pending.get(hostname);
    if (known) return known;
    const own = resolve(hostname).finally(() => pending.delete(hostname));
    pending.set(hostname, own);
    return own;
  };
}
