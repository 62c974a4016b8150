import type { Queries } from '../database.ts';
import type { CountsOfOthers, DatabaseMinute, SharedCounts } from '../shared-counts.ts';
import { statement } from '../statements/statement.ts';

const deletedAtOnce = 10_000;

const readMinute = statement<object, DatabaseMinute>(`
  select floor(s / 60)::bigint as minute, ceil((60 - s % 60) * 1000)::int as "endsInMs"
  from (select extract(epoch from clock_timestamp())::numeric as s) as clock`);

/** Returns the counts of the other processes as of the snapshot of the statement. Its own rows need not be read. */
const exchangeCounts = statement<
  { minute: number; process: string; subjects: string[]; counts: string[] },
  CountsOfOthers
>(`
  with own as (
    insert into request_counts (minute, subject, process, used)
    select :minute, c.subject, :process, c.used
    from unnest(:subjects::text[], :counts::bigint[]) as c (subject, used)
    on conflict (minute, subject, process) do update set used = excluded.used)
  select r.subject, sum(r.used)::bigint as used, count(*)::int as processes
  from request_counts r
  where r.minute = :minute and r.subject = any(:subjects::text[]) and r.process <> :process
  group by r.subject`);

/** Several processes delete at the same time; each takes the rows that no other has locked. */
const deleteOld = statement<{ minute: number }>(`
  delete from request_counts where ctid = any(array(
    select ctid from request_counts where minute < :minute limit ${deletedAtOnce} for update skip locked))`);

/** `queries` may run a statement twice. */
export const newPostgresSharedCounts = (queries: Queries, process: string): SharedCounts => ({
  now: async () => (await queries.find(readMinute, {})) as DatabaseMinute,
  exchange: (minute, own) =>
    queries.list(exchangeCounts, {
      minute,
      process,
      subjects: [...own.keys()],
      counts: Array.from(own.values(), String),
    }),
  deleteBefore: (minute) => queries.run(deleteOld, { minute }),
});
