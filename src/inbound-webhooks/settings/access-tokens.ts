import { type AuditSource, recordAudit } from '../../audit/index.ts';
import { hashToken, newToken } from '../../platform/crypto.ts';
import type { Tx } from '../../platform/db/index.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Page } from '../../platform/paging.ts';
import { canGrantAccess, getProjectFor, lockProjectFor } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import {
  deleteAccessToken,
  findAccessToken,
  insertAccessToken,
  listProjectAccessTokens,
} from './access-token-store.ts';
import { recordInboundSettingEvent, tokenCreated, tokenRevoked } from './setting-events.ts';

/** The prefix lets secret scanners and people recognise a leaked token for what it is. */
const prefix = 'dkt_in_';

export async function createAccessToken(scope: Scope, ref: string, name: string) {
  return scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canGrantAccess);
    const made = await makeAccessToken(tx, scope, project.id, name);
    await recordInboundSettingEvent(tx, scope, tokenCreated, project, { name });
    return made;
  });
}

/** Returns the token, which cannot be read later: only its hash is stored. */
export async function makeAccessToken(tx: Tx, source: AuditSource, projectId: string, name: string) {
  const now = source.clock.now();
  const createdBy = source.actor?.userId ?? null;
  const token = prefix + newToken();
  const record = {
    id: newId(now),
    projectId,
    name,
    start: token.slice(0, prefix.length + 4),
    createdAt: now,
  };
  await insertAccessToken(tx, { ...record, createdBy, tokenHash: hashToken(token) });
  await recordAudit(
    tx,
    source,
    'access_token.created',
    { kind: 'access_token', id: record.id, name },
    { projectId },
  );
  return { ...record, lastUsedAt: null, token };
}

export async function listAccessTokens({ db, actor }: Scope, ref: string, page: Page) {
  const project = await getProjectFor(db.reads, actor, ref, canGrantAccess);
  return listProjectAccessTokens(db.reads, project.id, page);
}

export async function revokeAccessToken(scope: Scope, ref: string, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canGrantAccess);
    const token = await findAccessToken(tx, { projectId: project.id, id });
    if (!token) throw notFound('Access token');
    await deleteAccessToken(tx, { projectId: project.id, id });
    await recordInboundSettingEvent(tx, scope, tokenRevoked, project, token);
    const subject = { kind: 'access_token', id, name: token.name } as const;
    await recordAudit(tx, scope, 'access_token.deleted', subject, { projectId: project.id });
    return id;
  });
}
