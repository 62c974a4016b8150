import { insertMany, type Queries, sql, statement, type Tx } from '../platform/db/index.ts';

const filesMax = 500;

const countFiles = sql.count<{ ticketId: string }, { total: number }>(
  'select count(*) as total from ticket_pushed_files where ticket_id = :ticketId',
);
const knownFiles = statement<{ ticketId: string; paths: string[] }, { path: string }>(
  'select path from ticket_pushed_files where ticket_id = :ticketId and path in :paths[]',
);
/** Adds what a push of the locked ticket touched, up to 500 files. */
export async function addPushedFiles(tx: Tx, ticketId: string, files: readonly string[]): Promise<void> {
  const wanted = [...new Set(files)].filter((path) => path !== '' && path.length <= 400).slice(0, filesMax);
  const room = filesMax - (await countFiles(tx, { ticketId }));
  if (wanted.length === 0 || room <= 0) return;
  const known = new Set((await tx.list(knownFiles, { ticketId, paths: wanted })).map(({ path }) => path));
  const fresh = wanted.filter((path) => !known.has(path)).slice(0, room);
  await insertMany(
    tx,
    'ticket_pushed_files',
    ['ticket_id', 'path'],
    fresh.map((path) => [ticketId, path]),
  );
}

const selectFiles = statement<{ ticketIds: string[] }, { ticketId: string; path: string }>(
  'select ticket_id as "ticketId", path from ticket_pushed_files where ticket_id in :ticketIds[]',
);
export const listPushedFiles = (queries: Queries, ticketIds: string[]) =>
  queries.list(selectFiles, { ticketIds });

const insertReopening = statement<{ ticketId: string; commit: string; reopenedAt: number }>(`
  insert into ticket_reopenings (ticket_id, commit_sha, reopened_at) values (:ticketId, :commit, :reopenedAt)
  on conflict (ticket_id, commit_sha) do nothing`);
/** Returns false if the commit has reopened the ticket before. */
export const addReopening = async (tx: Tx, ticketId: string, commit: string, reopenedAt: number) =>
  (await tx.run(insertReopening, { ticketId, commit, reopenedAt })) > 0;
