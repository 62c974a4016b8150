import { type AuditSource, recordAdminRead, recordAudit } from '../../audit/index.ts';
import { assertMayAdminister, assertMaySeeInstance } from '../../auth/index.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { parseListableTarget } from '../../platform/outbound-http/index.ts';
import type { Scope } from '../../users/index.ts';
import { recordTargetChange } from './webhook-target-events.ts';
import * as store from './webhook-target-store.ts';

export type { WebhookTarget } from './webhook-target-store.ts';

/** A limit, because each connection to a private address searches the list. */
const targetsMax = 100;

export interface NewTargetInput {
  target: string;
  note?: string | undefined;
}

export async function listWebhookTargets(scope: Scope) {
  assertMaySeeInstance(scope.actor);
  await recordAdminRead(scope, 'webhook_targets.read');
  return store.listTargets(scope.db.reads);
}

export async function getWebhookTarget({ actor, db }: Scope, id: string) {
  assertMayAdminister(actor);
  return found(await store.findTarget(db.reads, { id }));
}

export async function addWebhookTarget(scope: Scope, input: NewTargetInput) {
  assertMayAdminister(scope.actor);
  const { userId } = scope.actor;
  return scope.write((tx) => addTarget(tx, scope, userId, input));
}

export async function removeWebhookTarget(scope: Scope, id: string) {
  assertMayAdminister(scope.actor);
  const { userId } = scope.actor;
  return scope.write((tx) => removeTarget(tx, scope, userId, id));
}

/** For the command line, which has no signed-in person. */
export const listTargetsForOperator = (db: Database) => store.listTargets(db.reads);

export const addTargetForOperator = (db: Database, source: AuditSource, input: NewTargetInput) =>
  db.transaction((tx) => addTarget(tx, source, null, input));

/** Takes the target as it is listed, or its id. */
export const removeTargetForOperator = (db: Database, source: AuditSource, ref: string) =>
  db.transaction(async (tx) => {
    const target = parseListableTarget(ref).target ?? ref;
    const listed = (await store.listTargets(tx)).find((one) => one.target === target || one.id === ref);
    return removeTarget(tx, source, null, found(listed).id);
  });

async function addTarget(
  tx: Tx,
  source: AuditSource,
  userId: string | null,
  { target: given, note = '' }: NewTargetInput,
) {
  const { target, refused } = parseListableTarget(given);
  if (target === undefined) throw invalid({ target: [`Target ${refused}`] });
  await tx.advisoryLock('webhook_targets');
  if ((await store.listTargetNames(tx)).length >= targetsMax)
    throw invalid({
      target: [`The list has ${targetsMax} targets, the maximum. Remove one, or list a network.`],
    });
  const now = source.clock.now();
  const id = newId(now);
  const isNew = await store.insertTarget(tx, { id, target, note, addedAt: now, addedById: userId });
  if (!isNew) throw conflict(`${target} is on the list already.`);
  await recordTargetChange(tx, 'added', { id, target }, userId, now);
  await recordAudit(
    tx,
    source,
    'webhook_target.added',
    targetSubject({ id, target }),
    note === '' ? {} : { note },
  );
  return found(await store.findTarget(tx, { id }));
}

async function removeTarget(tx: Tx, source: AuditSource, userId: string | null, id: string) {
  const target = found(await store.findTarget(tx, { id }));
  // Another administrator removed it in the same instant.
  if (!(await store.deleteTarget(tx, { id }))) throw notFound('Webhook target');
  await recordTargetChange(tx, 'removed', target, userId, source.clock.now());
  await recordAudit(tx, source, 'webhook_target.removed', targetSubject(target));
  return target;
}

const targetSubject = ({ id, target }: { id: string; target: string }) =>
  ({ kind: 'webhook_target', id, name: target }) as const;

function found<T>(target: T | undefined): T {
  if (!target) throw notFound('Webhook target');
  return target;
}
