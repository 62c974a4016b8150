import { type AuditSource, recordAudit } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import { dayMs, minuteMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { passwordLinkCreated } from '../account-events.ts';
import type { UsedLink } from '../link-store.ts';
import { passwordLinks } from '../link-store.ts';

/** A mail arrives at once; a link that an administrator passes on takes longer. */
const lifeMs = { mailed: 30 * minuteMs, passedOn: dayMs } as const;

/**
 * True if the link was mailed, which proves that its user reads the account's mail. The kinds of links differ in their
 * lifetime, so no column is needed.
 */
export const wasMailed = ({ linkCreatedAt, linkExpiresAt }: UsedLink) =>
  linkExpiresAt - linkCreatedAt === lifeMs.mailed;

export interface PasswordLink {
  url: string;
  expiresAt: number;
}

/** Only the returned address has the token; the database has its hash. */
export async function createPasswordLink(
  tx: Tx,
  baseUrl: string,
  userId: string,
  way: keyof typeof lifeMs,
  now: number,
): Promise<PasswordLink> {
  const expiresAt = now + lifeMs[way];
  const token = await passwordLinks.create(tx, userId, now, expiresAt);
  return { url: `${baseUrl}/reset-password?token=${token}`, expiresAt };
}

/** Creates a link for an administrator or an operator to pass on. */
export async function createPasswordLinkFor(
  tx: Tx,
  baseUrl: string,
  user: { id: string; name: string },
  source: AuditSource,
): Promise<PasswordLink> {
  const now = source.clock.now();
  const data = { user: { id: user.id, name: user.name } };
  const actorId = source.actor?.userId ?? null;
  await recordEvent(tx, passwordLinkCreated, { at: now, actorId, data });
  await recordAudit(tx, source, 'user.password_link_created', { kind: 'user', ...data.user });
  return createPasswordLink(tx, baseUrl, user.id, 'passedOn', now);
}
