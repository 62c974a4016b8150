import { eventCursor } from '../events/index.ts';
import { byNumber, sql } from '../platform/db/index.ts';
import { sealedColumn } from '../platform/secret-box/index.ts';
import type { Seal, SealKey } from './seal.ts';

export const sealCursor = eventCursor('seal_cursor');

type SealRow = Omit<Seal, 'leaves'>;
export type StoredSeal = SealRow & { leaves: string };

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
export const findSeal = sql.find<{ workspaceId: string; number: number }, StoredSeal>(
  `select ${sealColumns}, leaves from seals where workspace_id = :workspaceId and number = :number`,
);
/** The place of the last event of a seal in the order of the log. */
export const findSealEnd = sql.find<{ workspaceId: string; number: number }, { xid: number; seq: number }>(`
  select e.xid, e.seq from seals s join ordered_events e on e.id = s.to_event
  where s.workspace_id = :workspaceId and s.number = :number`);
/** The events of a seal in its order. */
export const listSealedIds = sql.listValues<
  { workspaceId: string; from: string; to: string },
  { id: string }
>(`
  select e.id from ordered_events e
  cross join (select xid, seq from ordered_events where id = :from) a
  cross join (select xid, seq from ordered_events where id = :to) b
  where coalesce(e.workspace_id, 'instance') = :workspaceId
    and (e.xid, e.seq) >= (a.xid, a.seq) and (e.xid, e.seq) <= (b.xid, b.seq)
  order by e.xid, e.seq limit 1000`);
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
