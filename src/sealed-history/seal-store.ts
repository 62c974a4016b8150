import { eventCursor } from '../events/index.ts';
import { byNumber, sql } from '../platform/db/index.ts';
import { sealedColumn } from '../platform/secret-box/index.ts';
import type { Seal, SealKey } from './seal.ts';

export const sealCursor = eventCursor('seal_cursor');

type SealRow = Omit<Seal, 'leaves'>;
type StoredSeal = SealRow & { leaves: string };

const sealColumns = `workspace_id as "workspaceId", number, from_event as "from", to_event as "to", event_count as "count",
  root, previous, key_id as "keyId", signature, sealed_at as "at"`;

export const listSeals = sql.page<{ workspaceId: string }, SealRow>({
  columns: sealColumns,
  from: 'seals',
  where: 'workspace_id = :workspaceId',
  sort: [byNumber('number', 'asc', ({ number }) => number)],
});
export const findLastSeal = sql.find<{ workspaceId: string }, SealRow>(
  `select ${sealColumns} from seals where workspace_id = :workspaceId order by number desc limit 1`,
);
export const listSealsAfter = sql.list<{ workspaceId: string; number: number; limit: number }, StoredSeal>(`
  select ${sealColumns}, leaves from seals where workspace_id = :workspaceId and number > :number
  order by number limit :limit`);
export const listSealedWorkspaces = sql.list<object, { workspaceId: string; last: number }>(
  'select workspace_id as "workspaceId", max(number) as last from seals group by workspace_id order by workspace_id',
);
export const insertSeal = sql.run<StoredSeal>(`
  insert into seals (workspace_id, number, from_event, to_event, event_count, root, previous, key_id, signature, sealed_at, leaves)
  values (:workspaceId, :number, :from, :to, :count, :root, :previous, :keyId, :signature, :at, :leaves)`);

export const listSealKeys = sql.list<object, SealKey & { privateKey: string }>(
  'select id, public_key as "publicKey", private_key as "privateKey" from seal_keys order by created_at desc, id',
);
export const findPublicKey = sql.findValue<object, { publicKey: string }>(
  'select public_key as "publicKey" from seal_keys order by created_at desc, id limit 1',
);
export const insertSealKey = sql.run<SealKey & { privateKey: string; createdAt: number }>(`
  insert into seal_keys (id, public_key, private_key, created_at) values (:id, :publicKey, :privateKey, :createdAt)`);

export const keyContext = (id: string) => `seal_keys/${id}`;
export const sealKeySecrets = sealedColumn('seal_keys', 'id', 'private_key', keyContext);
