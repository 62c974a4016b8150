import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { SetTimer } from '../timer.ts';
import { type Egress, isAllowedAddress, isPrivateAddress } from './address-policy.ts';
import { OutboundFailure } from './outbound-failure.ts';
import {
  connectionTarget,
  isListedAddress,
  isListedHost,
  type PrivateTargets,
  type Target,
} from './private-targets.ts';

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

export interface ConnectorSettings {
  /** The rules at this moment: the list may change while the process runs. */
  rules: () => TargetRules;
  resolve: ResolveName;
  connectTimeoutMs: number;
  setTimer: SetTimer;
  /** Called with the origin of each connection to a private address. */
  onPrivateConnection: (origin: string) => void;
  /** Certificate authorities that are trusted in addition to Node's. */
  ca?: string[] | undefined;
}

export interface GuardedConnector {
  connect: buildConnector.connector;
  /** Ends the connections that the rules no longer allow. */
  closeRefused(): void;
}

/**
 * Opens sockets only to allowed addresses. It connects to the very address that it checked and does not resolve the name
 * again, which prevents DNS rebinding.
 */
export function newGuardedConnector(
  build: typeof buildConnector,
  settings: ConnectorSettings,
): GuardedConnector {
  const { connectTimeoutMs, setTimer, rules } = settings;
  const connectorFor = newConnectors(build, settings);
  const privateSockets = new Map<Socket, { target: Target; address: string }>();
  const keep = (socket: Socket, target: Target, address: string) => {
    privateSockets.set(socket, { target, address });
    socket.once('close', () => privateSockets.delete(socket));
  };

  const connect: buildConnector.connector = (options, callback) => {
    const target = connectionTarget({ ...options, port: options.port ?? '' });
    const { hostname, port } = target;
    // A literal address never reaches the look-up.
    if (isIP(hostname) !== 0 && !isAllowedTarget(target, hostname, rules())) {
      return callback(addressNotAllowed(hostname), null);
    }
    let cancel = () => {};
    const socket = connectorFor(port)(options, (...outcome) => {
      cancel();
      const [error, open] = outcome;
      const { remoteAddress } = open ?? {};
      if (remoteAddress !== undefined && !isAllowedTarget(target, remoteAddress, rules())) {
        open?.destroy();
        return callback(addressNotAllowed(hostname), null);
      }
      if (open && remoteAddress !== undefined && isPrivateAddress(remoteAddress)) {
        keep(open, target, remoteAddress);
        settings.onPrivateConnection(connectorOrigin(options));
      }
      if (error) callback(error, null);
      else callback(null, open as Socket);
    }) as unknown as Socket;
    cancel = setTimer(connectTimeoutMs, () => {
      socket.destroy(new OutboundFailure('timed_out', `no connection within ${connectTimeoutMs} ms`));
    });
  };
  return {
    connect,
    closeRefused: () => {
      for (const [socket, { target, address }] of privateSockets)
        if (!isAllowedTarget(target, address, rules())) socket.destroy(addressNotAllowed(target.hostname));
    },
  };
}

const connectorsMax = 100;

/**
 * One connector for each port, because the look-up function of a socket does not get the port, and entries of the
 * list may name one.
 */
function newConnectors(build: typeof buildConnector, { resolve: resolveName, rules, ca }: ConnectorSettings) {
  const resolve = shareLookUps(resolveName);
  const connectors = new Map<number, buildConnector.connector>();
  const lookupFor =
    (port: number): LookupFunction =>
    (hostname, options, callback) => {
      findAllowedAddresses({ hostname, port }, resolve, rules).then(
        (addresses) => {
          const [first] = addresses as [LookupAddress];
          if (options.all) callback(null, addresses);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
    };
  return (port: number): buildConnector.connector => {
    const known = connectors.get(port);
    if (known) return known;
    const connector = build({
      allowH2: false,
      // The connector above has a timeout of its own, so that tests can set the timer.
      timeout: 0,
      lookup: lookupFor(port),
      autoSelectFamily: true,
      ...(ca && { ca }),
    } as buildConnector.BuildOptions);
    if (connectors.size >= connectorsMax) connectors.clear();
    connectors.set(port, connector);
    return connector;
  };
}

/** Throws if the name has no address, or only addresses that are not allowed. */
export async function findAllowedAddresses(
  target: Target,
  resolve: ResolveName,
  rules: () => TargetRules,
): Promise<LookupAddress[]> {
  const { hostname } = target;
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new OutboundFailure('dns_failed', `${hostname} has no address`);
  const allowed = addresses.filter(({ address }) => isAllowedTarget(target, address, rules()));
  if (allowed.length === 0) throw addressNotAllowed(hostname);
  return allowed;
}

/** Link-local addresses and metadata services are refused even if they are listed. */
export const isAllowedTarget = (target: Target, address: string, { egress, privateTargets }: TargetRules) =>
  isAllowedAddress(address, egress) ||
  (isAllowedAddress(address, 'private') &&
    (isListedHost(target, privateTargets) || isListedAddress(address, target.port, privateTargets)));

const connectorOrigin = ({ protocol, hostname, port }: buildConnector.Options) =>
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
