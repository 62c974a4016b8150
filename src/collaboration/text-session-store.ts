import { sql } from '../platform/db/index.ts';

/**
 * A text that several people edit at once. The session numbers its edits: an edit is accepted only on top of the newest
 * version, else the answer has the edits that the client lacks, and the client transforms its own and sends it again.
 * Nothing is kept in the process.
 *
 * | State  | Event                            | Next                                                             |
 * |--------|----------------------------------|------------------------------------------------------------------|
 * | none   | `openText`                       | open, with the text of the ticket as version 0                   |
 * | open   | `editText` on the newest version | open, one version more; the others receive `text.edited`         |
 * | open   | the ticket is saved              | open; a text that is no version of the session is merged into it |
 * | open   | the last writer leaves           | none; so too 10 minutes after the last edit if no writer is left |
 */
export interface TextSession {
  id: string;
  ticketId: string;
  field: TextField;
  version: number;
  text: string;
  storedText: string;
  storedVersion: number;
  changedAt: number;
}
export const textFields = ['description'] as const;
export type TextField = (typeof textFields)[number];

/** An edit as it is stored: `edits` is JSON. */
export interface StoredEdit {
  version: number;
  client: string;
  number: number;
  userId: string | null;
  edits: string;
}

type OfField = { ticketId: string; field: TextField };

const columns = `id, ticket_id as "ticketId", field, version, text, stored_text as "storedText",
  stored_version as "storedVersion", changed_at as "changedAt"`;

/** Edits of one session wait for each other, so that its versions have no gaps. */
export const lockSession = sql.find<OfField, TextSession>(
  `select ${columns} from text_sessions where ticket_id = :ticketId and field = :field for update`,
);
export const insertSession = sql.run<TextSession>(`
  insert into text_sessions (id, ticket_id, field, version, text, stored_text, stored_version, changed_at)
  values (:id, :ticketId, :field, :version, :text, :storedText, :storedVersion, :changedAt)`);
export const updateText = sql.run<Pick<TextSession, 'id' | 'version' | 'text' | 'changedAt'>>(
  'update text_sessions set version = :version, text = :text, changed_at = :changedAt where id = :id',
);
export const updateStored = sql.run<Pick<TextSession, 'id' | 'storedText' | 'storedVersion'>>(
  'update text_sessions set stored_text = :storedText, stored_version = :storedVersion where id = :id',
);
export const deleteSession = sql.run<OfField>(
  'delete from text_sessions where ticket_id = :ticketId and field = :field',
);

export const listEditsAfter = sql.list<{ sessionId: string; version: number }, StoredEdit>(`
  select version, client, number, user_id as "userId", edits from text_edits
  where session_id = :sessionId and version > :version order by version`);
export const findEditTime = sql.findValue<{ sessionId: string; version: number }, { createdAt: number }>(
  'select created_at as "createdAt" from text_edits where session_id = :sessionId and version = :version',
);
export const hasText = sql.exists<{ sessionId: string; textHash: string }, { version: number }>(
  'select version from text_edits where session_id = :sessionId and text_hash = :textHash limit 1',
);
export const insertEdit = sql.run<StoredEdit & { sessionId: string; textHash: string; createdAt: number }>(`
  insert into text_edits (session_id, version, client, number, user_id, edits, text_hash, created_at)
  values (:sessionId, :version, :client, :number, :userId, :edits, :textHash, :createdAt)`);
export const deleteEditsBefore = sql.run<{ sessionId: string; version: number }>(
  'delete from text_edits where session_id = :sessionId and version < :version',
);
/** Keeps the newest edits that together have at most `bytesMax` bytes. */
export const deleteEditsBeyond = sql.run<{ sessionId: string; bytesMax: number }>(`
  delete from text_edits where session_id = :sessionId and version <= (
    select coalesce(max(version), -1) from (
      select version, sum(octet_length(edits)) over (order by version desc) as bytes
      from text_edits where session_id = :sessionId) as counted
    where bytes > :bytesMax)`);

/** Nobody has such a text open any more, or nobody has come back to it. */
export const deleteUnusedSessions = sql.run<{ before: number; now: number }>(`
  delete from text_sessions where changed_at < :before and not exists (
    select 1 from presences p
    where p.ticket_id = text_sessions.ticket_id and p.writing = text_sessions.field and p.expires_at > :now)`);
