import { createHash, hash } from 'node:crypto';
import { isForm } from '../../platform/content-type.ts';
import type { Tx } from '../../platform/db/index.ts';
import { invalid } from '../../platform/errors.ts';
import type { Scope } from '../../users/index.ts';
import type { ParsedDelivery } from '../code-event.ts';
import { type DeliveryResult, deliveriesKeptMs } from '../delivery-log/delivery.ts';
import { type Delivery, deliveryIdFor, hostDeliveryId } from '../delivery-log/delivery-store.ts';
import {
  type ApplyEffects,
  type FingerprintCheck,
  type ReceivedDelivery,
  recordDelivery,
  retryOnUniqueViolation,
} from '../delivery-log/record-delivery.ts';
import { applyCodeEvents, describeNoEffect } from '../effects/apply-code-events.ts';
import { openDeliveryContext } from '../effects/delivery-context.ts';
import { type Headers, type HostAdapter, readHeader } from '../hosts/host-adapter.ts';
import type { InboundContext } from '../inbound-context.ts';
import { type Payload, parsePayload, toSingleLine } from '../payload.ts';
import { type ReceiveContext, type Signer, verifyDelivery } from './verify-delivery.ts';

/** Verifies the signature, then records the delivery and applies its effects in one transaction. */
export async function receiveCodeDelivery(
  context: ReceiveContext,
  host: HostAdapter,
  headers: Headers,
  bytes: Buffer,
  key: string | undefined,
): Promise<ReceivedDelivery> {
  const signer = await verifyDelivery(context, host, headers, bytes, key);
  const { verified, signedByProject } = signer;
  const json = isForm(readHeader(headers, 'content-type')) ? payloadField(bytes) : bytes;
  const payload = parsePayload(json);
  if (!payload)
    throw invalid({
      body: ['Body must be the JSON object sent by the code host, nested at most 100 levels deep'],
    });
  const event = toSingleLine(host.parseEventName(headers, payload), 200) || 'unknown';
  const parsed = host.parse(event, payload);
  const hostId = toSingleLine(host.findDeliveryId(headers) ?? '', 200) || hash('sha256', bytes, 'hex');
  const delivery = {
    provider: host.name,
    deliveryId: deliveryIdFor(signedByProject, hostId),
    event,
    ...loggedNames(parsed),
    verified: Number(verified),
    bytes: bytes.length,
    body: json.toString(),
    replayOf: null,
    replayedBy: null,
    signedByProject,
    ...(parsed.events.length === 0 && { reason: describeNoEffect({ event, action: parsed.action }, []) }),
  };
  const write = <T>(work: (tx: Tx) => Promise<T>) => context.db.transaction(work);
  const now = context.clock.now();
  const fingerprintCheck = newFingerprintCheck(host, headers, bytes, { event, now, ...signer });
  const applyEffects: ApplyEffects = (tx, recorded) =>
    applyCodeDelivery(context, host, tx, recorded, payload, undefined);
  return retryOnUniqueViolation(() => recordDelivery(write, delivery, now, applyEffects, fingerprintCheck));
}

/**
 * How the delivery is recognised again. A captured request can be resent under another delivery id and event name,
 * which no signature covers; so what is signed identifies it for as long as the log is kept. Deliveries of other
 * hosts are compared because several hooks send the same event.
 */
function newFingerprintCheck(
  host: HostAdapter,
  headers: Headers,
  bytes: Buffer,
  { event, now, verified, signedByProject }: Signer & { event: string; now: number },
): FingerprintCheck {
  const isBodySigned = verified && host.signsBodyAlone;
  return {
    provider: host.name,
    fingerprint: createHash('sha256')
      // A delivery that a project's secret signed is not a duplicate of one that others receive.
      .update(signedByProject === null ? '' : `${signedByProject}\n`)
      .update(isBodySigned ? '' : `${event}\n`)
      .update(bytes)
      .digest('hex'),
    since: now - (isBodySigned ? deliveriesKeptMs : host.dedupeWindowMs),
    // Only hooks of a code host send these headers. Recorded bytes that are resent without them have no effect.
    isClaimed: host.hookHeaders.some((name) => readHeader(headers, name) !== undefined),
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
  delivery: Delivery,
  payload: Payload,
  onlyProjects: readonly string[] | undefined,
): Promise<DeliveryResult> {
  const { event, receivedAt: now, signedByProject } = delivery;
  const signers = signedByProject === null ? [] : [signedByProject];
  if (host.isPing(event))
    return { effects: [], projectIds: signers, reason: 'Ping from the code host', outcome: 'ping' };
  const parsed = host.parse(event, payload);
  const { action } = parsed;
  const { tasksPerHourMax, trust } = settings;
  const deliveryId = hostDeliveryId(delivery);
  const context = await openDeliveryContext(
    { tx, now, tasksPerHourMax, trust, provider: host.name, event, action, deliveryId, signedByProject },
    parsed,
    onlyProjects,
  );
  return applyCodeEvents(context, parsed, { db, clock });
}

const loggedNames = ({ action, repository }: ParsedDelivery) => ({
  action: action === undefined ? null : toSingleLine(action, 100),
  repository: repository === undefined ? null : toSingleLine(repository, 300),
});
