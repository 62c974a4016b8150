import { createHash, hash } from 'node:crypto';
import { isForm } from '../../platform/content-type.ts';
import type { Tx } from '../../platform/db/index.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import type { Scope } from '../../users/index.ts';
import type { ParsedDelivery } from '../code-event.ts';
import { type DeliveryResult, deliveriesKeptMs } from '../delivery-log/delivery.ts';
import type { Delivery } from '../delivery-log/delivery-store.ts';
import {
  type ApplyEffects,
  type FingerprintCheck,
  type ReceivedDelivery,
  recordDelivery,
  retryOnUniqueViolation,
} from '../delivery-log/record-delivery.ts';
import { applyCodeEvents, describeNoEffect } from '../effects/apply-code-events.ts';
import { openDeliveryContext } from '../effects/delivery-context.ts';
import { type Headers, type HostAdapter, headerOf } from '../hosts/host-adapter.ts';
import type { InboundContext, InboundSettings } from '../inbound-context.ts';
import { type Payload, parsePayload, toSingleLine } from '../payload.ts';

export interface ReceiveContext extends InboundContext {
  /** Hosts whose missing secret was already logged. */
  warnedHosts: Set<string>;
}

/** Throws if the headers alone show that the delivery cannot be verified, or need not be read to be refused. */
export function assertMayBeVerified({ settings }: InboundContext, host: HostAdapter, headers: Headers): void {
  const secret = settings.secrets[host.name];
  if (secret === undefined) assertUnsignedAllowed(settings, host);
  else if (!host.mayBeAuthentic(headers, secret)) throw wrongSignature(host);
}

/** Verifies the signature, then records the delivery and applies its effects in one transaction. */
export async function receiveCodeDelivery(
  context: ReceiveContext,
  host: HostAdapter,
  headers: Headers,
  bytes: Buffer,
): Promise<ReceivedDelivery> {
  const verified = verify(context, host, headers, bytes);
  const json = isForm(headerOf(headers, 'content-type')) ? payloadField(bytes) : bytes;
  const payload = parsePayload(json);
  if (!payload)
    throw invalid({
      body: ['Body must be the JSON object sent by the code host, nested at most 100 levels deep'],
    });
  const event = toSingleLine(host.parseEventName(headers, payload), 200) || 'unknown';
  const parsed = host.parse(event, payload);
  const delivery = {
    provider: host.name,
    deliveryId: toSingleLine(host.findDeliveryId(headers) ?? '', 200) || hash('sha256', bytes, 'hex'),
    event,
    ...namesOf(parsed),
    verified: Number(verified),
    bytes: bytes.length,
    body: json.toString(),
    replayOf: null,
    replayedBy: null,
    ...(parsed.events.length === 0 && { reason: describeNoEffect({ event, action: parsed.action }, []) }),
  };
  const write = <T>(work: (tx: Tx) => Promise<T>) => context.db.transaction(work);
  const now = context.clock.now();
  const fingerprintCheck = checkOf(host, headers, bytes, { event, verified, now });
  const applyEffects: ApplyEffects = (tx, recorded) =>
    applyCodeDelivery(context, host, tx, recorded, payload, undefined);
  return retryOnUniqueViolation(() => recordDelivery(write, delivery, now, applyEffects, fingerprintCheck));
}

/**
 * A signed request that was captured can be resent under another delivery id and event name, which no signature covers, so
 * what is signed identifies it for as long as the log is kept. Others are compared because several hooks send an event.
 */
function checkOf(
  host: HostAdapter,
  headers: Headers,
  bytes: Buffer,
  { event, verified, now }: { event: string; verified: boolean; now: number },
): FingerprintCheck {
  const isBodySigned = verified && host.signsBodyAlone;
  return {
    provider: host.name,
    fingerprint: createHash('sha256')
      .update(isBodySigned ? '' : `${event}\n`)
      .update(bytes)
      .digest('hex'),
    since: now - (isBodySigned ? deliveriesKeptMs : host.dedupeWindowMs),
    // Only hooks of a code host send the header. Recorded bytes that are resent without it have no effect either.
    isClaimed: host.hookHeader !== undefined && headerOf(headers, host.hookHeader) !== undefined,
  };
}

/** A GitHub, Gitea or Forgejo hook can send a form with the JSON in one field. The signature covers the whole form. */
const payloadField = (form: Buffer) => Buffer.from(new URLSearchParams(form.toString()).get('payload') ?? '');

type EffectDependencies = Pick<InboundContext, 'settings'> & Pick<Scope, 'db' | 'clock'>;

/** Applies the effects of a recorded delivery or of its replay. `onlyProjects` limits a replay to some projects. */
export async function applyCodeDelivery(
  { settings, db, clock }: EffectDependencies,
  host: HostAdapter,
  tx: Tx,
  { event, deliveryId, receivedAt: now }: Delivery,
  payload: Payload,
  onlyProjects: readonly string[] | undefined,
): Promise<DeliveryResult> {
  if (host.isPing(event))
    return { effects: [], projectIds: [], reason: 'Ping from the code host', outcome: 'ping' };
  const parsed = host.parse(event, payload);
  const { action } = parsed;
  const { tasksPerHourMax, trust } = settings;
  const fields = { tx, now, tasksPerHourMax, trust, provider: host.name, event, action, deliveryId };
  return applyCodeEvents(await openDeliveryContext(fields, parsed, onlyProjects), parsed, { db, clock });
}

const namesOf = ({ action, repository }: ParsedDelivery) => ({
  action: action === undefined ? null : toSingleLine(action, 100),
  repository: repository === undefined ? null : toSingleLine(repository, 300),
});

/** Returns whether the delivery was verified. Throws if verification fails, or is required and not configured. */
function verify(
  { settings, logger, clock, warnedHosts }: ReceiveContext,
  host: HostAdapter,
  headers: Headers,
  bytes: Buffer,
): boolean {
  const secret = settings.secrets[host.name];
  if (secret !== undefined) {
    if (host.isAuthentic(headers, bytes, secret, clock.now())) return true;
    throw wrongSignature(host);
  }
  assertUnsignedAllowed(settings, host);
  if (!warnedHosts.has(host.name)) {
    warnedHosts.add(host.name);
    logger.warn(`Accepting unverified deliveries from ${host.name}: ${secretVariable(host.name)} is not set`);
  }
  return false;
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

export const secretVariable = (provider: string) => `${provider.toUpperCase()}_WEBHOOK_SECRET`;

const notVerified = (sentence: string) =>
  new Refusal('UNAUTHORIZED', 'Authentication required', { details: { signature: [sentence] } });
