import { createHash, hash } from 'node:crypto';
import { isForm } from '../platform/content-type.ts';
import type { Tx } from '../platform/db/index.ts';
import { invalid, Refusal } from '../platform/errors.ts';
import type { Scope } from '../users/index.ts';
import { applyCodeReading, reasonFor } from './apply-code-reading.ts';
import type { CodeReading } from './code-event.ts';
import type { Caused } from './delivery.ts';
import type { Delivery } from './delivery-store.ts';
import { type CodeHost, type Headers, headerOf } from './hosts/host.ts';
import { lineOf, type Payload, parsePayload } from './payload.ts';
import { openReadingScope } from './reading-scope.ts';
import {
  type Cause,
  type Received,
  type Retelling,
  rememberDelivery,
  retryingTwins,
} from './remember-delivery.ts';
import type { InboundParts } from './settings.ts';

/** Verifies, remembers and enqueues: all of it, or nothing. */
export async function receiveCodeDelivery(
  parts: InboundParts,
  host: CodeHost,
  headers: Headers,
  bytes: Buffer,
): Promise<Received> {
  const verified = verify(parts, host, headers, bytes);
  const json = isForm(headerOf(headers, 'content-type')) ? payloadField(bytes) : bytes;
  const payload = parsePayload(json);
  if (!payload)
    throw invalid({
      body: ['Body must be the JSON object that the code host sends, nested 100 levels at most'],
    });
  const event = lineOf(host.eventOf(headers, payload), 200) || 'unknown';
  const reading = host.read(event, payload);
  const delivery = {
    provider: host.name,
    deliveryId: lineOf(host.deliveryIdOf(headers) ?? '', 200) || hash('sha256', bytes, 'hex'),
    event,
    ...namesOf(reading),
    verified: Number(verified),
    bytes: bytes.length,
    body: json.toString(),
    replayOf: null,
    replayedBy: null,
    ...(reading.events.length === 0 && { reason: reasonFor({ event, action: reading.action }, []) }),
  };
  const write = <T>(work: (tx: Tx) => Promise<T>) => parts.db.transaction(work);
  const now = parts.clock.now();
  const retelling: Retelling = {
    provider: host.name,
    fingerprint: createHash('sha256').update(`${event}\n`).update(bytes).digest('hex'),
    since: now - host.sameBytesMs,
    // Without that header it is only asked: whoever sends a host's bytes again and leaves it out gains nothing.
    isKept: host.hookHeader !== undefined && headerOf(headers, host.hookHeader) !== undefined,
  };
  const cause: Cause = (tx, remembered) => causeOf(parts, host, tx, remembered, payload, undefined);
  return retryingTwins(() => rememberDelivery(write, delivery, now, cause, retelling));
}

/** GitHub, Gitea and Forgejo send a form, too, with the JSON in one field, where a hook says so; it is the form that is signed. */
const payloadField = (form: Buffer) => Buffer.from(new URLSearchParams(form.toString()).get('payload') ?? '');

type Needed = Pick<InboundParts, 'settings'> & Pick<Scope, 'db' | 'clock'>;

/** What follows from a delivery that is remembered; for a replay too, then perhaps only for some projects. */
export async function causeOf(
  { settings, db, clock }: Needed,
  host: CodeHost,
  tx: Tx,
  { event, deliveryId, receivedAt: now }: Delivery,
  payload: Payload,
  onlyProjects: readonly string[] | undefined,
): Promise<Caused> {
  if (host.isPing(event))
    return { effects: [], projectIds: [], reason: 'The code host says hello', outcome: 'ping' };
  const reading = host.read(event, payload);
  const { action } = reading;
  const { tasksPerHourMax } = settings;
  const given = { tx, now, tasksPerHourMax, provider: host.name, event, action, deliveryId };
  return applyCodeReading(await openReadingScope(given, reading, onlyProjects), reading, { db, clock });
}

const namesOf = ({ action, repository }: CodeReading) => ({
  action: action === undefined ? null : lineOf(action, 100),
  repository: repository === undefined ? null : lineOf(repository, 300),
});

const warned = new Set<string>();

/** Answers whether it was verified; throws unless it was or need not be. */
function verify(
  { settings, logger, clock }: InboundParts,
  host: CodeHost,
  headers: Headers,
  bytes: Buffer,
): boolean {
  const variable = secretVariable(host.name);
  const secret = settings.secrets[host.name];
  if (secret !== undefined) {
    if (host.isProven(headers, bytes, secret, clock.now())) return true;
    throw refused(`The delivery is not signed with ${variable}: enter the same secret on both sides`);
  }
  if (settings.isProduction && !settings.allowsUnsigned) {
    throw refused(
      `Nothing can be verified before ${variable} is set; ALLOW_UNSIGNED_WEBHOOKS=1 takes it unverified`,
    );
  }
  if (!warned.has(host.name)) {
    warned.add(host.name);
    logger.warn(`Deliveries of ${host.name} are taken without verification until ${variable} is set`);
  }
  return false;
}

export const secretVariable = (provider: string) => `${provider.toUpperCase()}_WEBHOOK_SECRET`;

const refused = (sentence: string) =>
  new Refusal('UNAUTHORIZED', 'Authentication required', { details: { signature: [sentence] } });
