import { type AuditSource, recordAudit } from '../../audit/index.ts';
import { dayMs, hourMs, secondMs } from '../../platform/clock.ts';
import { hashText, hashToken, isSameSecret, newToken } from '../../platform/crypto.ts';
import type { Tx } from '../../platform/db/index.ts';
import { newId } from '../../platform/ids.ts';
import {
  type ConnectionCode,
  deleteAccessToken,
  deleteConnection,
  findClientOfAccessToken,
  findCode,
  findConnectionByFamily,
  insertAccessToken,
  insertCode,
  insertConnection,
  markCodeUsed,
  rotateRefreshToken,
} from './connection-store.ts';

/** The prefixes let secret scanners and people recognise a leaked token. */
export const accessTokenPrefix = 'dka_';
const refreshTokenPrefix = 'dkr_';
const codePrefix = 'dkc_';

const codeLifeMs = 60 * secondMs;
export const accessTokenLifeMs = hourMs;
/** A connection that was not refreshed for this long ends. */
const refreshTokenLifeMs = 90 * dayMs;

export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  scopes: string;
}

/** Why no tokens are issued. Not thrown: the transaction that ends a connection because of it must commit. */
export interface TokenRefusal {
  refused: 'grant' | 'scope';
  because: string;
}

type NewCode = Omit<ConnectionCode, 'connectionId' | 'expiresAt' | 'usedAt'>;

/** Returns the code, which is not stored: the database has its hash. */
export async function issueCode(tx: Tx, fields: NewCode, now: number) {
  const code = codePrefix + newToken();
  const connectionId = newId(now);
  await insertCode(tx, { ...fields, connectionId, codeHash: hashToken(code), expiresAt: now + codeLifeMs });
  return { code, connectionId };
}

interface GivenCode {
  code: string;
  clientId: string;
  redirectUri: string | undefined;
  verifier: string;
}

/** Exchanges a code for tokens, once. A second use shows that somebody copied it, so it ends the connection. */
export async function redeemCode(
  tx: Tx,
  source: AuditSource,
  given: GivenCode,
): Promise<IssuedTokens | TokenRefusal> {
  const now = source.clock.now();
  const codeHash = hashToken(given.code);
  const found = await findCode(tx, { codeHash });
  if (!found) return refuse('The code is not known');
  if (found.usedAt !== null) return endReplayed(tx, source, found.connectionId, 'code');
  if (found.expiresAt <= now) return refuse('The code has expired');
  if (found.clientId !== given.clientId) return refuse('The code belongs to another client');
  if (given.redirectUri !== undefined && given.redirectUri !== found.redirectUri)
    return refuse('redirect_uri differs from that of the authorization request');
  if (!isSameSecret(hashText(given.verifier), found.codeChallenge))
    return refuse('code_verifier does not match code_challenge');
  if (!(await markCodeUsed(tx, { codeHash, now })))
    return endReplayed(tx, source, found.connectionId, 'code');
  const { userId, clientId, clientName, clientHost, scopes, projectIds, connectionId: id } = found;
  const { family, refreshToken } = newRefreshToken();
  const connection = { id, userId, clientId, clientName, clientHost, scopes, projectIds, createdAt: now };
  await insertConnection(tx, {
    ...connection,
    familyHash: hashToken(family),
    refreshHash: hashToken(refreshToken),
    expiresAt: now + refreshTokenLifeMs,
  });
  return { accessToken: await issueAccessToken(tx, id, scopes, now), refreshToken, scopes };
}

interface GivenRefreshToken {
  refreshToken: string;
  clientId: string;
  /** Fewer scopes for the new access token; the connection keeps its own. */
  scopes: readonly string[] | undefined;
}

/**
 * Replaces the refresh token. One that was replaced before is in two hands, so it ends the connection: nobody can tell
 * which of them is the client. A client that lost the answer to its request has to connect again.
 */
export async function refreshTokens(
  tx: Tx,
  source: AuditSource,
  given: GivenRefreshToken,
): Promise<IssuedTokens | TokenRefusal> {
  const now = source.clock.now();
  const family = familyOf(given.refreshToken);
  const found = family && (await findConnectionByFamily(tx, { familyHash: hashToken(family) }));
  if (!found || found.expiresAt <= now) return refuse('The refresh token is not known or has expired');
  if (found.clientId !== given.clientId) return refuse('The refresh token belongs to another client');
  const granted = found.scopes.split(' ');
  const scopes = given.scopes ?? granted;
  if (scopes.some((scope) => !granted.includes(scope)))
    return { refused: 'scope', because: 'The person did not allow these scopes' };
  const refreshToken = `${refreshTokenPrefix}${family}.${newToken()}`;
  const rotated = await rotateRefreshToken(tx, {
    id: found.id,
    givenHash: hashToken(given.refreshToken),
    refreshHash: hashToken(refreshToken),
    expiresAt: now + refreshTokenLifeMs,
  });
  if (!rotated) return endReplayed(tx, source, found.id, 'refresh_token');
  const chosen = granted.filter((scope) => scopes.includes(scope)).join(' ');
  return { accessToken: await issueAccessToken(tx, found.id, chosen, now), refreshToken, scopes: chosen };
}

/** A refresh token, also one that was replaced, ends its connection; an access token ends alone. Unknown ones are ignored. */
export async function revokeToken(
  tx: Tx,
  source: AuditSource,
  token: string,
  clientId: string | undefined,
): Promise<void> {
  const belongs = (owner: string) => clientId === undefined || clientId === owner;
  const family = familyOf(token);
  if (family === undefined) {
    const tokenHash = hashToken(token);
    const owner = await findClientOfAccessToken(tx, { tokenHash });
    if (owner !== undefined && belongs(owner)) await deleteAccessToken(tx, { tokenHash });
    return;
  }
  const found = await findConnectionByFamily(tx, { familyHash: hashToken(family) });
  if (!found || !belongs(found.clientId)) return;
  await deleteConnection(tx, { id: found.id });
  const subject = { kind: 'connection', id: found.id, name: found.clientName } as const;
  await recordAudit(tx, source, 'connection.revoked', subject, { userId: found.userId, by: 'client' });
}

async function endReplayed(
  tx: Tx,
  source: AuditSource,
  id: string,
  what: 'code' | 'refresh_token',
): Promise<TokenRefusal> {
  const ended = await deleteConnection(tx, { id });
  if (ended) {
    const subject = { kind: 'connection', id, name: ended.clientName } as const;
    await recordAudit(tx, source, 'connection.replayed', subject, { userId: ended.userId, what });
  }
  return refuse(`The ${what === 'code' ? 'code' : 'refresh token'} was used before, so its connection ended`);
}

const refuse = (because: string): TokenRefusal => ({ refused: 'grant', because });

function newRefreshToken() {
  const family = newToken();
  return { family, refreshToken: `${refreshTokenPrefix}${family}.${newToken()}` };
}

/** The part that the refresh tokens of a connection share. Who knows it had one of them. */
const familyOf = (refreshToken: string): string | undefined =>
  new RegExp(`^${refreshTokenPrefix}([\\w-]{43})\\.`).exec(refreshToken)?.[1];

async function issueAccessToken(tx: Tx, connectionId: string, scopes: string, now: number): Promise<string> {
  const accessToken = accessTokenPrefix + newToken();
  const expiresAt = now + accessTokenLifeMs;
  await insertAccessToken(tx, { tokenHash: hashToken(accessToken), connectionId, scopes, expiresAt });
  return accessToken;
}
