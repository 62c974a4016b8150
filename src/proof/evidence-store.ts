import {
  byCreation,
  defineInsert,
  type Insert,
  type Queries,
  readsForPage,
  sql,
  statement,
  type Tx,
} from '../platform/db/index.ts';
import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import type { Evidence, EvidenceFile } from './evidence.ts';
import type { TestCounts } from './test-reports/test-tally.ts';

type StoredEvidence = Omit<Evidence, 'passed' | 'decides' | 'tests'> & {
  passed: number;
  decides: number;
  tests: string | null;
};
type EvidenceRow = StoredEvidence & { authorName: string | null };

export type EvidenceWithFiles = Evidence & { authorName: string | null; files: EvidenceFile[] };

const columns = `e.id, e.ticket_id as "ticketId", e.criterion_id as "criterionId", e.task_id as "taskId",
    e.author_id as "authorId", e.host, e.kind, e.commit_sha as "commit", e.passed, e.decides, e.summary,
    e.exit_code as "exitCode", e.url, e.tests, e.check_name as "checkName", e.conclusion, e.created_at as "createdAt", u.name as "authorName"`;
const joins = 'left join users u on u.id = e.author_id';

const listEvidenceRows = sql.page<{ ticketId: string }, EvidenceRow>({
  columns,
  from: 'evidence e',
  joins,
  where: 'e.ticket_id = :ticketId',
  sort: byCreation('e.created_at', 'e.id', 'desc'),
});
/** Newest first. */
export async function listEvidence({ db }: Scope, ticketId: string, page: Page) {
  const listed = await listEvidenceRows(readsForPage(db, page), { ticketId }, page);
  return { ...listed, rows: await withFiles(db.reads, listed.rows) };
}

const selectDeciding = statement<{ ticketId: string }, EvidenceRow>(`
  select ${columns} from evidence e ${joins}
  where e.ticket_id = :ticketId and e.decides = 1 and e.criterion_id is not null`);
/** The evidence from which the states of the ticket's criteria come. */
export const listDecidingEvidence = async (queries: Queries, ticketId: string) =>
  withFiles(queries, await queries.list(selectDeciding, { ticketId }));

const selectNewest = statement<{ ticketId: string; limit: number }, EvidenceRow>(`
  select ${columns} from evidence e ${joins}
  where e.ticket_id = :ticketId order by e.created_at desc, e.id desc limit :limit`);
export const listNewestEvidence = async (queries: Queries, ticketId: string, limit: number) =>
  withFiles(queries, await queries.list(selectNewest, { ticketId, limit }));

export const countAllEvidence = sql.count<{ ticketId: string }, { total: number }>(
  'select count(*) as total from evidence where ticket_id = :ticketId',
);

const selectById = statement<{ id: string }, EvidenceRow>(
  `select ${columns} from evidence e ${joins} where e.id = :id`,
);
export async function readEvidence(tx: Tx, id: string): Promise<EvidenceWithFiles> {
  const [evidence] = await withFiles(tx, await tx.list(selectById, { id }));
  return evidence as EvidenceWithFiles;
}

/** The tickets of a project whose newest commit is one of these. */
export const listTicketsAtHeads = sql.listValues<
  { projectId: string; shas: string[] },
  { ticketId: string }
>(`
  select h.ticket_id as "ticketId" from ticket_heads h
  join tickets t on t.id = h.ticket_id and t.project_id = :projectId where h.commit_sha in :shas[]`);

export const countEvidence = sql.count<{ ticketId: string }, { total: number }>(
  "select count(*) as total from evidence where ticket_id = :ticketId and kind <> 'host_check'",
);

export const insertEvidence: Insert<Evidence> = defineInsert(
  'evidence',
  'id ticketId criterionId taskId authorId host kind summary exitCode url checkName conclusion createdAt',
  {
    commit_sha: ({ commit }) => commit,
    passed: ({ passed }) => Number(passed),
    decides: ({ decides }) => Number(decides),
    tests: ({ tests }) => tests && JSON.stringify(tests),
  },
);

/** Of a criterion, one piece of evidence decides at most. */
export const clearDeciding = sql.run<{ criterionId: string }>(
  'update evidence set decides = 0 where criterion_id = :criterionId and decides = 1',
);

export const insertEvidenceFiles: Insert<EvidenceFile> = defineInsert(
  'evidence_files',
  'evidenceId position attachmentId name contentType size sha256',
);

const selectFiles = statement<{ ids: string[] }, EvidenceFile>(`
  select f.evidence_id as "evidenceId", f.position, f.attachment_id as "attachmentId", f.name,
    f.content_type as "contentType", f.size, f.sha256
  from evidence_files f where f.evidence_id in :ids[] order by f.evidence_id, f.position`);

export interface CheckResult {
  name: string;
  commit: string;
  passed: number;
}

/** What code hosts reported about commits of the ticket, the newest first. */
export const listHostChecks = sql.list<{ ticketId: string }, CheckResult>(`
  select e.check_name as name, e.commit_sha as "commit", e.passed from evidence e
  where e.ticket_id = :ticketId and e.kind = 'host_check' and e.commit_sha is not null and e.check_name is not null
  order by e.created_at desc, e.id desc`);

const selectHead = statement<{ ticketId: string }, { commit: string }>(
  'select commit_sha as "commit" from ticket_heads where ticket_id = :ticketId',
);
export const findHead = async (queries: Queries, ticketId: string) =>
  (await queries.find(selectHead, { ticketId }))?.commit;

export const findHeadWithBefore = sql.find<{ ticketId: string }, { commit: string; before: string | null }>(
  'select commit_sha as "commit", before_sha as "before" from ticket_heads where ticket_id = :ticketId',
);

export const upsertHead = sql.run<{
  ticketId: string;
  commit: string;
  before: string | null;
  updatedAt: number;
}>(`
  insert into ticket_heads (ticket_id, commit_sha, before_sha, updated_at)
  values (:ticketId, :commit, :before, :updatedAt)
  on conflict (ticket_id) do update
    set commit_sha = excluded.commit_sha, before_sha = excluded.before_sha, updated_at = excluded.updated_at`);

async function withFiles(queries: Queries, rows: EvidenceRow[]): Promise<EvidenceWithFiles[]> {
  const ids = rows.map(({ id }) => id);
  const files = ids.length === 0 ? [] : await queries.list(selectFiles, { ids });
  const byEvidence = Map.groupBy(files, ({ evidenceId }) => evidenceId);
  return rows.map((row) => ({
    ...row,
    passed: row.passed === 1,
    decides: row.decides === 1,
    tests: row.tests === null ? null : (JSON.parse(row.tests) as TestCounts),
    files: byEvidence.get(row.id) ?? [],
  }));
}
