import { type Queries, sql, statement } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';

/** What is to be told about a pull request, a tag or the default branch of a linked repository. */
export interface DocsReport {
  id: string;
  projectId: string;
  hostKind: 'github' | 'gitlab' | 'gitea';
  /** Case-folded `owner/name`. */
  repository: string;
  kind: 'pull_request' | 'tag' | 'branch';
  /** The number of the pull request, or the name of the tag or branch. */
  subject: string;
  mark: string;
  /** How often it was made due. */
  marked: number;
  attempts: number;
  /** JSON of what was told last. */
  state: string | null;
}

const columns = `r.id, r.project_id as "projectId", r.host_kind as "hostKind", r.repository, r.kind, r.subject, r.mark,
  r.marked, r.attempts, r.state`;

const reportingProjects = statement<{ projectIds: readonly string[]; repository: string }, { id: string }>(`
  select a.project_id as id from project_automation a
  join projects p on p.id = a.project_id and p.status = 'active'
  join project_repositories r on r.project_id = a.project_id and r.name_folded = :repository
  where a.project_id in :projectIds[] and a.publish_docs = 1`);
/** Those of the projects that link the repository and let Docket tell its code host about documentation. */
export const filterReportingProjects = async (
  queries: Queries,
  projectIds: readonly string[],
  repository: string,
) =>
  projectIds.length === 0
    ? []
    : (await queries.list(reportingProjects, { projectIds, repository: foldCase(repository) })).map(
        ({ id }) => id,
      );

type Subject = Pick<DocsReport, 'projectId' | 'hostKind' | 'repository' | 'kind' | 'subject'>;

/** Adds the report, or makes a known one due again. */
export const upsertDueReport = sql.run<Subject & { id: string; mark: string; now: number }>(`
  insert into docs_reports (id, project_id, host_kind, repository, kind, subject, mark, due_at, created_at, updated_at)
  values (:id, :projectId, :hostKind, :repository, :kind, :subject, :mark, :now, :now, :now)
  on conflict (project_id, host_kind, repository, kind, subject) do update
    set due_at = excluded.due_at, marked = docs_reports.marked + 1, attempts = 0, updated_at = excluded.updated_at`);

const due = `
  from docs_reports r join projects p on p.id = r.project_id and p.status = 'active'
  where r.due_at <= :now and (r.taken_until is null or r.taken_until <= :now)`;
export const listDueReports = sql.list<{ now: number; limit: number }, { id: string }>(
  `select r.id ${due} order by r.due_at, r.id limit :limit`,
);
const take = statement<{ id: string; now: number; until: number }>(`
  update docs_reports set taken_until = :until
  where id = :id and due_at <= :now and (taken_until is null or taken_until <= :now)`);
const findReport = sql.find<{ id: string }, DocsReport>(
  `select ${columns} from docs_reports r where r.id = :id`,
);
/** Undefined if another process took it. */
export async function takeDueReport(
  tx: Queries,
  taken: { id: string; now: number; until: number },
): Promise<DocsReport | undefined> {
  return (await tx.run(take, taken)) === 1 ? findReport(tx, taken) : undefined;
}

type OnHost = { id: string; host: string };
export const setReportHost = sql.run<OnHost & { mark: string; state: string | null }>(
  'update docs_reports set host = :host, mark = :mark, state = :state where id = :id',
);
/** The report of another project about the same pull request, tag or branch. */
export const findReportOnHost = sql.find<
  OnHost & Pick<DocsReport, 'repository' | 'kind' | 'subject'>,
  DocsReport & { takenUntil: number | null }
>(`
  select ${columns}, r.taken_until as "takenUntil" from docs_reports r
  where r.host = :host and r.repository = :repository and r.kind = :kind and r.subject = :subject and r.id <> :id`);
export const makeReportDue = sql.run<{ id: string; now: number }>(`
  update docs_reports set due_at = :now, marked = marked + 1, attempts = 0, updated_at = :now where id = :id`);
export const withdrawReport = sql.run<{ id: string }>(
  'update docs_reports set host = null, due_at = null, state = null where id = :id',
);

/** Ends the work that was taken with `until`. A report that was made due meanwhile stays due. */
export const finishReport = sql.run<
  Pick<DocsReport, 'id' | 'marked' | 'attempts' | 'state'> & {
    until: number;
    dueAt: number | null;
    error: string | null;
    now: number;
  }
>(`
  update docs_reports
  set taken_until = null, state = :state, error = :error, updated_at = :now,
    due_at = case when marked = :marked then :dueAt else due_at end,
    attempts = case when marked = :marked then :attempts else 0 end
  where id = :id and taken_until = :until`);
