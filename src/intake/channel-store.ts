import { sql } from '../platform/db/index.ts';
import { sealedColumn } from '../platform/secret-box/index.ts';
import type { Channel, ChannelKind } from './channel.ts';

const columns = `c.id, c.project_id as "projectId", c.kind, c.token_hash as "tokenHash", c.token_sealed as "tokenSealed",
  c.created_by as "createdBy", c.created_at as "createdAt"`;

export interface OpenChannel extends Channel {
  projectName: string;
  ownerId: string;
}

/** Only of a project that is active and has triage on. */
export const findOpenChannel = sql.find<{ tokenHash: string }, OpenChannel>(`
  select ${columns}, p.name as "projectName", p.owner_id as "ownerId"
  from intake_channels c join projects p on p.id = c.project_id
  where c.token_hash = :tokenHash and p.status = 'active' and p.triage = 1`);

export const listChannels = sql.list<{ projectId: string }, Channel>(
  `select ${columns} from intake_channels c where c.project_id = :projectId order by c.kind`,
);

export const putChannel = sql.run<Channel>(`
  insert into intake_channels (id, project_id, kind, token_hash, token_sealed, created_by, created_at)
  values (:id, :projectId, :kind, :tokenHash, :tokenSealed, :createdBy, :createdAt)`);

export const deleteChannel = sql.run<{ projectId: string; kind: ChannelKind }>(
  'delete from intake_channels where project_id = :projectId and kind = :kind',
);

export const countWaiting = sql.count<{ projectId: string; max: number }, { tickets: number }>(`
  select count(*) as tickets from (select 1 as one from tickets
    where home_id = :projectId and triage is not null and deleted_at is null limit :max) waiting`);

/** The ticket that the same text made before, while nobody has decided about it. */
export const findWaitingCopy = sql.find<
  { projectId: string; kind: ChannelKind; title: string; description: string },
  { projectKey: string; number: number }
>(`
  select p.key as "projectKey", t.number
  from tickets t join ticket_senders s on s.ticket_id = t.id join projects p on p.id = t.home_id
  where t.home_id = :projectId and t.triage is not null and t.deleted_at is null
    and s.kind = :kind and t.title = :title and t.description = :description
  limit 1`);

export interface Sender {
  kind: ChannelKind;
  name: string | null;
  email: string | null;
}

export const insertSender = sql.run<Sender & { ticketId: string }>(
  'insert into ticket_senders (ticket_id, kind, name, email) values (:ticketId, :kind, :name, :email)',
);
export const findSender = sql.find<{ ticketId: string }, Sender>(
  'select kind, name, email from ticket_senders where ticket_id = :ticketId',
);

export const channelTokenContext = (id: string) => `intake_channels/${id}`;

export const channelTokens = sealedColumn('intake_channels', 'id', 'token_sealed', channelTokenContext);
