import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { SetTimer } from '../timer.ts';
import { type Egress, isAllowedAddress, isPrivateAddress } from './address-policy.ts';
import { OutboundFailure } from './outbound-failure.ts';
import { isListedAddress, isListedHost, type PrivateTargets } from './private-targets.ts';

/** Resolves a name to all its addresses, as `dns.lookup` with `all`. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>;

export const resolveBySystem: ResolveName = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

export interface TargetRules {
  egress: Egress;
  /** What is allowed besides public addresses when the egress is `public`. */
  privateTargets: PrivateTargets;
}

export interface ConnectorSettings extends TargetRules {
  resolve: ResolveName;
  connectTimeoutMs: number;
  setTimer: SetTimer;
  /** Called with the origin of each connection to a private address. */
  onPrivateConnection: (origin: string) => void;
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
  const { connectTimeoutMs, setTimer, ca } = settings;
  const resolve = shareLookUps(settings.resolve);
  const lookup: LookupFunction = (hostname, options, callback) => {
    findAllowedAddresses(hostname, resolve, settings).then(
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
    if (isIP(options.hostname) !== 0 && !isAllowedTarget(options.hostname, options.hostname, settings)) {
      return callback(addressNotAllowed(options.hostname), null);
    }
    let cancel = () => {};
    const socket = connect(options, (...outcome) => {
      cancel();
      const [error, open] = outcome;
      const { remoteAddress } = open ?? {};
      if (remoteAddress !== undefined && !isAllowedTarget(options.hostname, remoteAddress, settings)) {
        open?.destroy();
        return callback(addressNotAllowed(options.hostname), null);
      }
      if (remoteAddress !== undefined && isPrivateAddress(remoteAddress)) {
        settings.onPrivateConnection(originOf(options));
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
  rules: TargetRules,
): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new OutboundFailure('dns_failed', `${hostname} has no address`);
  const allowed = addresses.filter(({ address }) => isAllowedTarget(hostname, address, rules));
  if (allowed.length === 0) throw addressNotAllowed(hostname);
  return allowed;
}

/** Link-local addresses and metadata services are refused even if they are listed. */
export const isAllowedTarget = (hostname: string, address: string, { egress, privateTargets }: TargetRules) =>
  isAllowedAddress(address, egress) ||
  (isAllowedAddress(address, 'private') &&
    (isListedHost(hostname, privateTargets) || isListedAddress(address, privateTargets)));

const originOf = ({ protocol, hostname, port }: buildConnector.Options) =>
  new URL(`${protocol}//${isIP(hostname) === 6 ? `[${hostname}]` : hostname}${port ? `:${port}` : ''}`)
    .origin;

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
