import type { Waiting } from '../platform/background-loop.ts';
import { type Queries, sql, statement } from '../platform/db/index.ts';

export interface Mail {
  id: string;
  kind: string;
  subjectId: string;
  userId: string | null;
  address: string | null;
  attempts: number;
  dueAt: number;
}

export type MailOutcome = 'sent' | 'dropped' | 'refused' | 'given_up' | 'unknown';

type LostMail = Pick<Mail, 'id' | 'kind'>;

type NewMail = Omit<Mail, 'attempts'> & { now: number };

const holders = statement<object, { holder: string }>(
  "select distinct claimed_by as holder from mails where state = 'sending' and claimed_by is not null",
);

/** Returns false if there is a mail of this kind about the same subject. */
export const insertMail = sql.change<NewMail>(`
  insert into mails (id, kind, subject_id, user_id, address, due_at, created_at)
  values (:id, :kind, :subjectId, :userId, :address, :dueAt, :now)
  on conflict (kind, subject_id) do nothing`);
export const listDueMails = sql.list<{ now: number; limit: number }, Mail>(`
  select id, kind, subject_id as "subjectId", user_id as "userId", address, attempts, due_at as "dueAt"
  from mails where state = 'waiting' and due_at <= :now order by due_at, id limit :limit`);
/** Returns true for exactly one of several concurrent senders. */
export const claimMail = sql.change<{ id: string; holder: string; now: number }>(`
  update mails set state = 'sending', attempts = attempts + 1, claimed_at = :now, claimed_by = :holder
  where id = :id and state = 'waiting' and due_at <= :now`);
export const storeUnsubscribeToken = sql.run<{ id: string; hash: string; preference: string }>(
  'update mails set unsubscribe_hash = :hash, unsubscribe_from = :preference where id = :id',
);
export const finishMail = sql.run<{ id: string; state: MailOutcome; problem: string | null }>(
  "update mails set state = :state, problem = :problem where id = :id and state = 'sending'",
);
export const postponeMail = sql.run<{ id: string; dueAt: number; problem: string }>(`
  update mails set state = 'waiting', due_at = :dueAt, problem = :problem where id = :id and state = 'sending'`);
export const hasLostMail = sql.exists<{ before: number }, { id: string }>(
  "select id from mails where state = 'sending' and claimed_at < :before limit 1",
);
export const listMailHolders = async (queries: Queries) =>
  (await queries.list(holders, {})).map(({ holder }) => holder);
/**
 * Gives up the mails that processes were sending when they ended, because nobody knows whether they arrived. Returns
 * them, to be reported.
 */
export const giveUpMails = sql.list<{ holders: string[] }, LostMail>(`
  update mails set state = 'unknown', problem = 'process_ended'
  where state = 'sending' and claimed_by in :holders[] returning id, kind`);
export const giveUpLostMails = sql.run<{ before: number }>(`
  update mails set state = 'unknown', problem = 'process_ended' where state = 'sending' and claimed_at < :before`);
export const findByUnsubscribeToken = sql.find<{ hash: string }, { userId: string; preference: string }>(`
  select user_id as "userId", unsubscribe_from as preference from mails
  where unsubscribe_hash = :hash and user_id is not null`);
export const sweepMailRows = sql.run<{ before: number }>(`
  delete from mails where id in (
    select id from mails where created_at < :before and state not in ('waiting', 'sending')
    order by created_at limit 500)`);

export const findDueMails = sql.get<{ now: number; max: number }, Waiting>(`
  select
    (select count(*) from (
      select 1 as one from mails where state = 'waiting' and due_at <= :now limit :max) due) as waiting,
    (select min(due_at) from mails where state = 'waiting' and due_at <= :now) as oldest`);
