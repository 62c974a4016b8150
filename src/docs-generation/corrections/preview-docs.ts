import {
  applyCorrections,
  type Correction,
  decisionOf,
  type EntryPage,
  readChunks,
} from '../../../packages/docs-drafts/index.ts';
import { formatRepositoryName } from '../../code-hosts/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { conflict, notFound, Refusal } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { toIso } from '../../platform/instant.ts';
import {
  canUseRepositories,
  getProjectFor,
  listProjectRepositories,
  listRepositoryProjects,
} from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import type { DocsGenerationContext } from '../docs-generation-context.ts';
import { getDocsJob, type StoredDocsRequest, type StoredDocsResult } from '../jobs/docs-jobs.ts';
import { openProjectRepository } from '../project-repository.ts';
import { parseRepository } from '../repository-access.ts';
import { findCorrections, type NamedCorrection } from './correction-store.ts';
import { getLinkedRepository } from './corrections.ts';

/** What a job drafted, with what people have decided about each entry by now. */
export async function previewDocs(scope: Scope, projectRef: string, jobId: string) {
  const { db, actor } = scope;
  const { projectId, repo, drafted } = await readJob(scope, projectRef, jobId);
  // As when it is published, the decisions of every project count in which the actor may read the repository.
  const links = await listRepositoryProjects(db.reads, repo, actor.userId);
  const projectIds = links.filter((link) => canUseRepositories(actor, link)).map(({ id }) => id);
  const ids = drafted.flatMap(({ entries }) => entries.filter((id) => id !== null));
  const rows = await findCorrections(db.reads, { projectIds, repository: foldCase(repo) }, ids);
  const newest = new Map(rows.map((row) => [row.entryId, row]));
  const versions = new Map(
    rows.filter((row) => row.projectId === projectId).map(({ entryId, version }) => [entryId, version]),
  );
  const corrections: ReadonlyMap<string, Correction> = newest;
  return {
    repo,
    pages: drafted.map((page) => ({
      path: page.path,
      content: applyCorrections(page, corrections).content,
      chunks: readChunks(page.content, page.entries).chunks.map((chunk) =>
        chunk.kind === 'entry'
          ? {
              kind: chunk.kind,
              ...{
                id: chunk.id ?? null,
                isOrdered: chunk.isOrdered,
                below: chunk.below,
                drafted: chunk.text,
              },
              ...presentDecision(chunk.text, newest.get(chunk.id ?? '')),
              version: versions.get(chunk.id ?? '') ?? 0,
            }
          : chunk,
      ),
    })),
  };
}

function presentDecision(drafted: string, row: NamedCorrection | undefined) {
  const decision = decisionOf(drafted, row);
  if (!row || decision === 'open') return { decision, text: drafted, author: null, updatedAt: null };
  return {
    decision,
    text: decision === 'edited' ? row.text : drafted,
    author: presentAuthor(row),
    updatedAt: toIso(row.updatedAt),
  };
}

export const presentAuthor = ({ authorId, authorName }: NamedCorrection) =>
  authorId === null ? null : { id: authorId, name: authorName ?? '' };

const repositoriesMax = 5;

/** The same pages as they are published: on the default branch of their repository, or of another one that the project links. */
export async function readPublishedPages(
  scope: Scope,
  context: DocsGenerationContext,
  projectRef: string,
  jobId: string,
) {
  const { projectId, repo, drafted, repositories } = await readJob(scope, projectRef, jobId);
  const paths = drafted.map(({ path }) => path);
  const found = new Map<string, { repo: string; content: string }>();
  const others = repositories.filter((name) => foldCase(name) !== foldCase(repo));
  for (const name of [repo, ...others].slice(0, repositoriesMax)) {
    const missing = paths.filter((path) => !found.has(path));
    if (missing.length === 0) break;
    for (const [path, content] of await readPagesOf(
      scope.db,
      context,
      projectId,
      name,
      missing,
      name === repo,
    ))
      found.set(path, { repo: name, content });
  }
  return {
    pages: paths.map((path) => ({
      path,
      repo: found.get(path)?.repo ?? null,
      content: found.get(path)?.content ?? null,
    })),
  };
}

async function readPagesOf(
  db: Database,
  context: DocsGenerationContext,
  projectId: string,
  name: string,
  paths: string[],
  isRequired: boolean,
): Promise<[path: string, content: string][]> {
  try {
    const repository = await openProjectRepository(db, context, projectId, name);
    return await repository.readPages(paths);
  } catch (error) {
    // Another repository of the project may be gone or not approved.
    if (isRequired || !(error instanceof Refusal)) throw error;
    return [];
  }
}

async function readJob(scope: Scope, projectRef: string, jobId: string) {
  const { db, actor } = scope;
  const project = await getProjectFor(db.reads, actor, projectRef, canUseRepositories);
  const job = await getDocsJob(scope, jobId);
  const { wish } = JSON.parse(job.request) as StoredDocsRequest;
  const repo = formatRepositoryName(parseRepository(wish.repo));
  await getLinkedRepository(db.reads, project.id, repo);
  if (job.state !== 'done' || job.result === null) throw conflict('The job has not drafted the pages yet');
  const result = JSON.parse(job.result) as StoredDocsResult;
  const drafted = (result.drafted ?? result.docs ?? []).map(
    ({ path, content, entries = [] }): EntryPage => ({ path, content, entries }),
  );
  if (drafted.length === 0) throw notFound('Draft');
  return {
    projectId: project.id,
    repo,
    drafted,
    repositories: await listProjectRepositories(db.reads, { projectId: project.id }),
  };
}
