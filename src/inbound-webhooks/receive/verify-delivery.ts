import { newToken } from '../../platform/crypto.ts';
import { Refusal } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Headers, HostAdapter } from '../hosts/host-adapter.ts';
import type { InboundContext, InboundSettings } from '../inbound-context.ts';
import { findInboundSecret, inboundSecretContext } from '../settings/inbound-secret-store.ts';

export interface ReceiveContext extends InboundContext {
  /** Hosts whose missing secret was already logged. */
  warnedHosts: Set<string>;
}

/** Who signed a delivery. */
export interface Signer {
  verified: boolean;
  /** Null if the secret of the instance signed it, or nobody. */
  signedByProject: string | null;
}

/**
 * Throws if the headers alone show that the delivery cannot be verified, so that its body is not read. The `key` of
 * the address names the secret of a project.
 */
export async function assertMayBeVerified(
  context: InboundContext,
  host: HostAdapter,
  headers: Headers,
  key: string | undefined,
): Promise<void> {
  if (key !== undefined) {
    const { secret } = await findProjectSecret(context, host, key);
    if (!host.mayBeAuthentic(headers, secret)) throw wrongProjectSignature();
    return;
  }
  const secret = context.settings.secrets[host.name];
  if (secret === undefined) assertUnsignedAllowed(context.settings, host);
  else if (!host.mayBeAuthentic(headers, secret)) throw wrongSignature(host);
}

/** Returns who signed the delivery. Throws if verification fails, or is required and not configured. */
export async function verifyDelivery(
  context: ReceiveContext,
  host: HostAdapter,
  headers: Headers,
  bytes: Buffer,
  key: string | undefined,
): Promise<Signer> {
  const { settings, logger, clock, warnedHosts } = context;
  if (key !== undefined) {
    const { secret, projectId } = await findProjectSecret(context, host, key);
    const isAuthentic = host.isAuthentic(headers, bytes, secret, clock.now());
    if (!isAuthentic || projectId === undefined) throw wrongProjectSignature();
    return { verified: true, signedByProject: projectId };
  }
  const secret = settings.secrets[host.name];
  if (secret !== undefined) {
    if (host.isAuthentic(headers, bytes, secret, clock.now()))
      return { verified: true, signedByProject: null };
    throw wrongSignature(host);
  }
  assertUnsignedAllowed(settings, host);
  if (!warnedHosts.has(host.name)) {
    warnedHosts.add(host.name);
    logger.warn(`Accepting unverified deliveries from ${host.name}: ${secretVariable(host.name)} is not set`);
  }
  return { verified: false, signedByProject: null };
}

// A secret that nobody knows. An unknown key is verified against it, so that it takes the same steps as a known one.
const decoySecret = newToken();

/** The key names the secret, so nothing of the unverified body is read to find it. A key is valid for one host only. */
async function findProjectSecret(
  { db, secretBox }: InboundContext,
  host: HostAdapter,
  key: string,
): Promise<{ secret: string; projectId: string | undefined }> {
  const found = await findInboundSecret(db.reads, { id: isId(key) ? key : '' });
  if (found?.provider !== host.name) return { secret: decoySecret, projectId: undefined };
  const secret = secretBox.open(found.secretSealed, inboundSecretContext(found.id));
  return { secret, projectId: found.projectId };
}

function assertUnsignedAllowed(
  { isProduction, allowsUnsigned }: InboundSettings,
  { name }: HostAdapter,
): void {
  if (!isProduction || allowsUnsigned) return;
  throw notVerified(
    `${secretVariable(name)} is not set, so the delivery cannot be verified. Set it, or accept unverified deliveries with ALLOW_UNSIGNED_WEBHOOKS=1`,
  );
}

const wrongSignature = ({ name }: HostAdapter) =>
  notVerified(
    `The signature is missing or does not match ${secretVariable(name)}. Set the same secret at the code host and in Docket`,
  );

/** One sentence for an unknown or deleted key, the key of another code host, and a wrong signature. */
const wrongProjectSignature = () =>
  notVerified(
    'The signature is missing or does not match the secret of this address. Create a new secret in the settings of the project, and enter it and its address at the code host',
  );

export const secretVariable = (provider: string) => `${provider.toUpperCase()}_WEBHOOK_SECRET`;

const notVerified = (sentence: string) =>
  new Refusal('UNAUTHORIZED', 'Authentication required', { details: { signature: [sentence] } });
