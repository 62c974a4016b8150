import { type Queries, sql, statement, type Tx } from '../platform/db/index.ts';
import { type HostCheck, hostCheckLimits } from './host-check.ts';

type StoredCheck = Omit<HostCheck, 'passed'> & { passed: number };
type CheckOfProject = StoredCheck & { projectId: string; receivedAt: number };

// Bitbucket abbreviates the commit of a pull request to 12 characters, but not the commit of a check.
const shortLength = 12;

const upsert = statement<CheckOfProject>(`
  insert into commit_checks (project_id, commit_sha, host, name, passed, conclusion, url, checked_at, received_at)
  values (:projectId, :commit, :host, :name, :passed, :conclusion, :url, :checkedAt, :receivedAt)
  on conflict (project_id, commit_sha, host, name) do update
    set passed = excluded.passed, conclusion = excluded.conclusion, url = excluded.url,
      checked_at = excluded.checked_at, received_at = excluded.received_at
    where commit_checks.checked_at < excluded.checked_at
      or (commit_checks.checked_at = excluded.checked_at and commit_checks.conclusion <> excluded.conclusion)`);
/** Returns whether the result is new: a result that is known, or older than the known one, changes nothing. */
export const upsertCommitCheck = async (
  tx: Tx,
  check: HostCheck,
  projectId: string,
  receivedAt: number,
): Promise<boolean> =>
  (await tx.run(upsert, { ...check, passed: Number(check.passed), projectId, receivedAt })) > 0;

// A head of 12 characters finds the checks of the commit that starts with it: no hexadecimal digit is above `f`.
const selectOfCommit = statement<
  { projectId: string; from: string; to: string; limit: number },
  StoredCheck
>(`
  select host, name, commit_sha as "commit", passed, conclusion, url, checked_at as "checkedAt" from commit_checks
  where project_id = :projectId and commit_sha >= :from and commit_sha < :to
  order by commit_sha, host, name limit :limit`);
export const listCommitChecks = async (queries: Queries, projectId: string, commit: string) =>
  (
    await queries.list(selectOfCommit, {
      projectId,
      from: commit,
      to: `${commit}g`,
      limit: hostCheckLimits.perCommit,
    })
  ).map(toCheck);

const selectAtHead = statement<{ commit: string; short: string; limit: number }, { ticketId: string }>(`
  select ticket_id as "ticketId" from ticket_heads where commit_sha in (:commit, :short)
  order by ticket_id limit :limit`);
/** The tickets whose newest commit it is. */
export const listTicketsAtHead = async (queries: Queries, commit: string): Promise<string[]> =>
  (
    await queries.list(selectAtHead, {
      commit,
      short: commit.slice(0, shortLength),
      limit: hostCheckLimits.ticketsOfCommit,
    })
  ).map(({ ticketId }) => ticketId);

type Place = Pick<HostCheck, 'host' | 'name' | 'commit'> & { ticketId: string };

/** The criteria that the earlier result of the check decides. */
export const listDecidedCriteria = sql.listValues<Place, { criterionId: string }>(`
  select criterion_id as "criterionId" from evidence where ticket_id = :ticketId and kind = 'host_check'
    and commit_sha = :commit and check_name = :name and host = :host and decides = 1 and criterion_id is not null`);
export const deleteCheckEvidence = sql.run<Place>(`
  delete from evidence where ticket_id = :ticketId and kind = 'host_check' and commit_sha = :commit
    and check_name = :name and host = :host`);

const deleteOldest = statement<{ ticketId: string; kept: number }>(`
  delete from evidence where id in (
    select id from evidence where ticket_id = :ticketId and kind = 'host_check' and decides = 0
    order by created_at desc, id desc limit 1000 offset :kept)`);
export const deleteOldestChecks = (tx: Tx, ticketId: string) =>
  tx.run(deleteOldest, { ticketId, kept: hostCheckLimits.count });

const selectNewest = statement<{ ticketId: string; name: string; from: string; to: string }, StoredCheck>(`
  select host, check_name as "name", commit_sha as "commit", passed, conclusion, url, created_at as "checkedAt"
  from evidence where ticket_id = :ticketId and kind = 'host_check' and check_name = :name
    and commit_sha >= :from and commit_sha < :to
  order by created_at desc, id desc limit 1`);
/** The last result of the check for the newest commit of the ticket, or for any commit if the newest is not known. */
export async function findCheckEvidence(
  queries: Queries,
  ticketId: string,
  name: string,
  head: string | undefined,
): Promise<HostCheck | undefined> {
  const found = await queries.find(selectNewest, { ticketId, name, from: head ?? '', to: `${head ?? ''}g` });
  return found && toCheck(found);
}

const prune = statement<{ before: number }>(`
  delete from commit_checks where (project_id, commit_sha, host, name) in (
    select project_id, commit_sha, host, name from commit_checks where received_at <= :before
    order by received_at limit 500)`);
export const pruneCommitChecks = (tx: Tx, before: number) => tx.run(prune, { before });

const toCheck = (stored: StoredCheck): HostCheck => ({ ...stored, passed: stored.passed === 1 });
