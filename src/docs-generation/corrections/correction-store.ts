import type { EntryDecision } from '../../../packages/docs-drafts/index.ts';
import { byNumber, byText, type Queries, sql, statement, type Tx } from '../../platform/db/index.ts';

/** What was decided about an entry of the drafts of a repository. */
export interface CorrectionRow {
  projectId: string;
  /** Case-folded `owner/name`. */
  repository: string;
  entryId: string;
  decision: EntryDecision;
  /** Of an edited entry: its sentence as MDX. */
  text: string;
  /** The sentence that was drafted when the decision was made. */
  drafted: string;
  /** Null: in the pull request, or the account was deleted. */
  authorId: string | null;
  version: number;
  updatedAt: number;
}
export type NamedCorrection = CorrectionRow & { authorName: string | null };

const columns = `c.project_id as "projectId", c.repository, c.entry_id as "entryId", c.decision, c.text, c.drafted,
  c.author_id as "authorId", c.version, c.updated_at as "updatedAt", u.name as "authorName"`;
const from = 'docs_corrections c left join users u on u.id = c.author_id';

/** Decisions that were taken back are left out. */
export const listCorrectionRows = sql.page<{ projectId: string; repository: string }, NamedCorrection>({
  columns,
  from: 'docs_corrections c',
  joins: 'left join users u on u.id = c.author_id',
  where: "c.project_id = :projectId and c.repository = :repository and c.decision <> 'open'",
  sort: [
    byNumber('c.updated_at', 'desc', (row) => row.updatedAt),
    byText('c.entry_id', 'desc', (row) => row.entryId),
  ],
});

type Place = { projectIds: string[]; repository: string };
const idsPerStatement = 500;
const findCorrectionsSql = statement<Place & { entryIds: string[] }, NamedCorrection>(`
  select ${columns} from ${from}
  where c.project_id in :projectIds[] and c.repository = :repository and c.entry_id in :entryIds[]
  order by c.updated_at, c.project_id`);
/** The decisions about these entries in all the projects, the newest last. */
export async function findCorrections(queries: Queries, place: Place, ids: readonly string[]) {
  const rows: NamedCorrection[] = [];
  if (place.projectIds.length === 0) return rows;
  for (let at = 0; at < ids.length; at += idsPerStatement)
    rows.push(
      ...(await queries.list(findCorrectionsSql, {
        ...place,
        entryIds: ids.slice(at, at + idsPerStatement),
      })),
    );
  return rows.sort((a, b) => a.updatedAt - b.updatedAt);
}

export const countCorrections = sql.count<{ projectId: string; repository: string }, { total: number }>(`
  select count(*) as total from docs_corrections where project_id = :projectId and repository = :repository`);

export const upsertCorrection = sql.run<CorrectionRow>(`
  insert into docs_corrections
    (project_id, repository, entry_id, decision, text, drafted, author_id, version, updated_at)
  values (:projectId, :repository, :entryId, :decision, :text, :drafted, :authorId, :version, :updatedAt)
  on conflict (project_id, repository, entry_id) do update set decision = excluded.decision, text = excluded.text,
    drafted = excluded.drafted, author_id = excluded.author_id, version = excluded.version,
    updated_at = excluded.updated_at`);

export interface WrittenPage {
  projectId: string;
  repository: string;
  branch: string;
  path: string;
  content: string;
  /** A list of ids as JSON. */
  entries: string;
  /** As the branch had it then, with what people had changed. */
  published: string | null;
  updatedAt: number;
}

/** The pages that Docket wrote last, the newest first. */
export const listWrittenPages = sql.list<Place & { limit: number }, WrittenPage>(`
  select project_id as "projectId", repository, branch, path, content, entries, published,
    updated_at as "updatedAt"
  from docs_written_pages where project_id in :projectIds[] and repository = :repository
  order by updated_at desc, branch, path, project_id limit :limit`);

const putWrittenPageSql = statement<WrittenPage>(`
  insert into docs_written_pages (project_id, repository, branch, path, content, entries, published, updated_at)
  values (:projectId, :repository, :branch, :path, :content, :entries, :published, :updatedAt)
  on conflict (project_id, repository, branch, path) do update set content = excluded.content,
    entries = excluded.entries, published = excluded.published, updated_at = excluded.updated_at`);
export async function putWrittenPages(tx: Tx, pages: WrittenPage[]): Promise<void> {
  for (const page of pages) await tx.run(putWrittenPageSql, page);
}

export const deleteWrittenPages = sql.run<{ before: number }>(
  'delete from docs_written_pages where updated_at < :before',
);
