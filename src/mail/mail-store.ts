import type { Waiting } from '../platform/background-loop.ts';
import { type Queries, statement } from '../platform/db/index.ts';

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

const insert = statement<NewMail>(`
  insert into mails (id, kind, subject_id, user_id, address, due_at, created_at)
  values (:id, :kind, :subjectId, :userId, :address, :dueAt, :now)
  on conflict (kind, subject_id) do nothing`);
const due = statement<{ now: number; limit: number }, Mail>(`
  select id, kind, subject_id as "subjectId", user_id as "userId", address, attempts, due_at as "dueAt"
  from mails where state = 'waiting' and due_at <= :now order by due_at, id limit :limit`);
const claim = statement<{ id: string; holder: string; now: number }>(`
  update mails set state = 'sending', attempts = attempts + 1, claimed_at = :now, claimed_by = :holder
  where id = :id and state = 'waiting' and due_at <= :now`);
const setUnsubscribe = statement<{ id: string; hash: string; preference: string }>(
  'update mails set unsubscribe_hash = :hash, unsubscribe_from = :preference where id = :id',
);
const finish = statement<{ id: string; state: MailOutcome; problem: string | null }>(
  "update mails set state = :state, problem = :problem where id = :id and state = 'sending'",
);
const postpone = statement<{ id: string; dueAt: number; problem: string }>(`
  update mails set state = 'waiting', due_at = :dueAt, problem = :problem where id = :id and state = 'sending'`);
const lost = statement<{ before: number }>(`
  update mails set state = 'unknown', problem = 'process_ended' where state = 'sending' and claimed_at < :before`);
const holders = statement<object, { holder: string }>(
  "select distinct claimed_by as holder from mails where state = 'sending' and claimed_by is not null",
);
const lostOf = statement<{ holders: string[] }, LostMail>(`
  update mails set state = 'unknown', problem = 'process_ended'
  where state = 'sending' and claimed_by in :holders[] returning id, kind`);
const oneLost = statement<{ before: number }, { id: string }>(
  "select id from mails where state = 'sending' and claimed_at < :before limit 1",
);
const byToken = statement<{ hash: string }, { userId: string; preference: string }>(`
  select user_id as "userId", unsubscribe_from as preference from mails
  where unsubscribe_hash = :hash and user_id is not null`);
const sweep = statement<{ before: number }>(`
  delete from mails where id in (
    select id from mails where created_at < :before and state not in ('waiting', 'sending')
    order by created_at limit 500)`);

/** Returns false if there is a mail of this kind about the same subject. */
export const insertMail = async (tx: Queries, mail: NewMail) => (await tx.run(insert, mail)) === 1;
export const listDueMails = (queries: Queries, now: number, limit: number) =>
  queries.list(due, { now, limit });
/** Returns true for exactly one of several concurrent senders. */
export const claimMail = async (tx: Queries, id: string, holder: string, now: number) =>
  (await tx.run(claim, { id, holder, now })) === 1;
export const storeUnsubscribeToken = (tx: Queries, id: string, hash: string, preference: string) =>
  tx.run(setUnsubscribe, { id, hash, preference });
export const finishMail = (tx: Queries, id: string, state: MailOutcome, problem: string | null) =>
  tx.run(finish, { id, state, problem });
export const postponeMail = (tx: Queries, id: string, dueAt: number, problem: string) =>
  tx.run(postpone, { id, dueAt, problem });
export const hasLostMail = async (queries: Queries, before: number) =>
  (await queries.find(oneLost, { before })) !== undefined;
export const listMailHolders = async (queries: Queries) =>
  (await queries.list(holders, {})).map(({ holder }) => holder);
/**
 * Gives up the mails that processes were sending when they ended, because nobody knows whether they arrived. Returns
 * them, to be reported.
 */
export const giveUpMails = (tx: Queries, ended: string[]) => tx.list(lostOf, { holders: ended });
export const giveUpLostMails = (tx: Queries, before: number) => tx.run(lost, { before });
export const findByUnsubscribeToken = (queries: Queries, hash: string) => queries.find(byToken, { hash });
export const sweepMailRows = (tx: Queries, before: number) => tx.run(sweep, { before });

const waiting = statement<{ now: number; max: number }, Waiting>(`
  select
    (select count(*) from (
      select 1 as one from mails where state = 'waiting' and due_at <= :now limit :max) due) as waiting,
    (select min(due_at) from mails where state = 'waiting' and due_at <= :now) as oldest`);
export const findDueMails = async (queries: Queries, now: number, max: number) =>
  (await queries.find(waiting, { now, max })) as Waiting;
