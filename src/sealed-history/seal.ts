import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto';

/** An event as it is sealed: what the log says about it, without its place there. */
export interface SealedEvent {
  id: string;
  type: string;
  occurredAt: number;
  actorId: string | null;
  workspaceId: string | null;
  projectId: string | null;
  ticketId: string | null;
  data: unknown;
}

/** What a seal states. `previous` is the hash of the seal before it, so that none can be removed or replaced. */
export interface SealStatement {
  workspaceId: string;
  number: number;
  from: string;
  to: string;
  count: number;
  root: string;
  previous: string | null;
  at: number;
}

export interface Seal extends SealStatement {
  keyId: string;
  signature: string;
  /** The hashes of the events, 32 bytes each. */
  leaves: Buffer;
}

export interface SealKey {
  id: string;
  /** Base64url of the 32 bytes. */
  publicKey: string;
}

/** Stands for the workspace of events that belong to none, such as those of accounts. */
export const instanceHistory = 'instance';
export const leafBytes = 32;

/** JSON in exactly one form: keys sorted by code unit, no spaces (RFC 8785 for what events contain). */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  const object = value as Record<string, unknown>;
  let fields = '';
  for (const name of Object.keys(object).sort()) {
    if (object[name] === undefined) continue;
    if (fields !== '') fields += ',';
    fields += `${JSON.stringify(name)}:${canonicalJson(object[name])}`;
  }
  return `{${fields}}`;
}

// As in RFC 6962, leaves and nodes are hashed with different first bytes, so that neither can pass for the other.
const sha256 = (data: Buffer | string) => hash('sha256', data, 'buffer');
const leafMark = '\0';
const nodeMark = Buffer.from([1]);

export function hashEvent(event: SealedEvent): Buffer {
  const { id, type, occurredAt, actorId, workspaceId, projectId, ticketId, data } = event;
  const text = canonicalJson({ id, type, occurredAt, actorId, workspaceId, projectId, ticketId, data });
  return sha256(leafMark + text);
}

/** The root of the tree over the hashes. The last node of an odd row goes up as it is. */
export function merkleRoot(leaves: Buffer): string {
  let row = leaves;
  while (row.length > leafBytes) row = rowAbove(row);
  return row.toString('hex');
}

function rowAbove(row: Buffer): Buffer {
  const nodes: Buffer[] = [];
  for (let at = 0; at < row.length; at += 2 * leafBytes) {
    const pair = row.subarray(at, at + 2 * leafBytes);
    nodes.push(pair.length === leafBytes ? pair : sha256(Buffer.concat([nodeMark, pair])));
  }
  return Buffer.concat(nodes);
}

/** The hashes beside a leaf on its way to the root, lowest first. */
export function merklePath(leaves: Buffer, index: number): string[] {
  const path: string[] = [];
  let at = index;
  for (let row = leaves; row.length > leafBytes; row = rowAbove(row)) {
    const beside = (at ^ 1) * leafBytes;
    if (beside < row.length) path.push(row.subarray(beside, beside + leafBytes).toString('hex'));
    at >>= 1;
  }
  return path;
}

/** The root to which a leaf leads, if its path is that of a tree with so many leaves; else undefined. */
export function rootOfPath(
  leaf: string,
  { index, count, path }: { index: number; count: number; path: readonly string[] },
): string | undefined {
  if (!(Number.isSafeInteger(index) && index >= 0 && index < count && count <= 2 ** 30)) return undefined;
  let node: Buffer = Buffer.from(leaf, 'hex');
  let used = 0;
  let at = index;
  for (let length = count; length > 1; length = Math.ceil(length / 2), at >>= 1) {
    if ((at ^ 1) >= length) continue;
    const beside = Buffer.from(path[used++] ?? '', 'hex');
    if (beside.length !== leafBytes) return undefined;
    node = sha256(Buffer.concat([nodeMark, ...(at & 1 ? [beside, node] : [node, beside])]));
  }
  return used === path.length && node.length === leafBytes ? node.toString('hex') : undefined;
}

function signedText({ workspaceId, number, from, to, count, root, previous, at }: SealStatement): Buffer {
  const statement = canonicalJson({ workspaceId, number, from, to, count, root, previous, at });
  return Buffer.from(`docket seal 1\n${statement}`);
}

/** What the next seal of the workspace has as `previous`. */
export const hashSeal = (seal: SealStatement & { signature: string }) =>
  sha256(Buffer.concat([signedText(seal), Buffer.from(`\n${seal.signature}`)])).toString('hex');

export function newSealKey(): SealKey & { privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'jwk' }).x as string;
  return {
    id: describeKey(raw),
    publicKey: raw,
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  };
}

/** The name of a key, which follows from it: a key cannot stand under the name of another. */
export const describeKey = (publicKey: string) =>
  hash('sha256', Buffer.from(publicKey, 'base64url'), 'hex').slice(0, 32);

export const signSeal = (statement: SealStatement, privateKey: string) =>
  sign(null, signedText(statement), createPrivateKey(privateKey)).toString('base64url');

export function isSignedBy(seal: SealStatement & { signature: string }, publicKey: string): boolean {
  try {
    const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: publicKey } });
    return verify(null, signedText(seal), key, Buffer.from(seal.signature, 'base64url'));
  } catch {
    return false;
  }
}
