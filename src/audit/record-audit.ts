import { type Clock, minuteMs } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import type { Actor, Scope } from '../users/index.ts';
import type { AuditAction } from './audit-actions.ts';
import { hasRecentEntry, insertAuditEntry } from './audit-store.ts';

/** Who acted, when and from where. A `Scope` is one; a command has only a clock: its operator may have no account. */
export interface AuditSource {
  clock: Clock;
  actor?: Pick<Actor, 'userId'> & Partial<Pick<Actor, 'credential'>>;
  request?: { id: string; address: string } | undefined;
  isAudited?: false;
}

/** The person who signs up or in by a request; a command that does it for them stays without an actor. */
export const actingAs = (source: AuditSource, actor: NonNullable<AuditSource['actor']>): AuditSource =>
  source.request ? { ...source, actor } : source;

/**
 * The subject of an entry. The name is the one at that time: of a person, project, key or agent, never text of a
 * ticket.
 */
export interface AuditSubject {
  kind:
    | 'user'
    | 'agent'
    | 'api_key'
    | 'connection'
    | 'session'
    | 'project'
    | 'workspace'
    | 'field'
    | 'schedule'
    | 'repository'
    | 'webhook'
    | 'webhook_target'
    | 'inbound_delivery'
    | 'access_token'
    | 'invitation'
    | 'agent_task'
    | 'instance';
  id: string;
  name?: string | undefined;
}

/** Further facts in words and numbers: roles, counts, formats. No secret, no text of a ticket, no address with a token. */
export type AuditDetails = Record<string, string | number | boolean | null>;

/** Records an entry in the transaction of the change, so neither is ever committed without the other. */
export async function recordAudit(
  tx: Pick<Tx, 'send'>,
  { clock, actor, request, isAudited }: AuditSource,
  action: AuditAction,
  subject: AuditSubject,
  details: AuditDetails = {},
): Promise<void> {
  if (isAudited === false) return;
  const now = clock.now();
  await insertAuditEntry(tx, {
    id: newId(now),
    createdAt: now,
    action,
    actorId: actor?.userId ?? null,
    credentialKind: actor?.credential?.kind ?? null,
    credentialId: actor?.credential?.id ?? null,
    address: request?.address.slice(0, 100) ?? null,
    requestId: request?.id.slice(0, 200) ?? null,
    subjectKind: subject.kind,
    subjectId: subject.id.slice(0, 500),
    subjectName: subject.name?.slice(0, 500) ?? null,
    details: JSON.stringify(details),
  });
}

const readWindowMs = 10 * minuteMs;

/**
 * Records what an administrator reads only because of that role, before it is read: without the entry there is no answer.
 * Reading the same subject again with the same credential within 10 minutes adds no entry, so that pages and reloads cost
 * one indexed read each instead of a write.
 */
export async function recordAdminRead(
  scope: Pick<Scope, 'actor' | 'clock' | 'db' | 'request'>,
  action: AuditAction,
  subject: AuditSubject = { kind: 'instance', id: 'instance' },
): Promise<void> {
  const { actor, clock, db } = scope;
  const read = {
    actorId: actor.userId,
    credentialId: actor.credential.id,
    action,
    subjectId: subject.id,
    since: clock.now() - readWindowMs,
  };
  if (await hasRecentEntry(db.reads, read)) return;
  await db.transaction((tx) => recordAudit(tx, scope, action, subject));
}
