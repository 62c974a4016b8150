import { sql } from '../platform/db/index.ts';
import { toIso } from '../platform/instant.ts';
import type { ListDecidingEvidence } from '../tickets/index.ts';
import type { EvidenceKind } from './evidence.ts';

interface Row {
  criterionId: string;
  kind: EvidenceKind;
  commit: string | null;
  passed: number;
  summary: string;
  url: string | null;
  author: string | null;
  createdAt: number;
}

/** Without files and the names of tests: an export reads that of 100 tickets at once. */
const listRows = sql.list<{ ticketIds: string[] }, Row>(`
  select e.criterion_id as "criterionId", e.kind, e.commit_sha as "commit", e.passed, e.summary, e.url,
    coalesce(u.name, e.host) as author, e.created_at as "createdAt"
  from evidence e left join users u on u.id = e.author_id
  where e.ticket_id in :ticketIds[] and e.decides = 1 and e.criterion_id is not null`);

/** What exports of tickets have of the evidence that decides their criteria. */
export const listExportedEvidence: ListDecidingEvidence = async (queries, ticketIds) =>
  new Map(
    (await listRows(queries, { ticketIds })).map(({ criterionId, passed, createdAt, ...evidence }) => [
      criterionId,
      { ...evidence, passed: passed === 1, createdAt: toIso(createdAt) },
    ]),
  );
