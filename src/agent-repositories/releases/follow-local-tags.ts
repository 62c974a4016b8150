import { newLocalGit, parseRepositoryName } from '../../code-hosts/index.ts';
import { openProjectRepository } from '../../docs-generation/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { listLinkedRepositories } from '../../projects/index.ts';
import { listKnownTags, markTagDue } from '../../releases/index.ts';
import type { ReleaseContext } from './read-release.ts';

/**
 * Makes tags of local repositories due that are new, moved or gone: no webhook tells of them. Tags from before the link are
 * read too, but nobody is told of their tickets.
 */
export async function followLocalTags(context: ReleaseContext, signal?: AbortSignal): Promise<void> {
  const { db, docs } = context;
  const local = docs.settings.hosts.find((host) => host.kind === 'local');
  if (!local) return;
  const git = newLocalGit(local);
  for (const { projectId, name, linkedAt } of await listLinkedRepositories(db.reads)) {
    if (signal?.aborted) return;
    const repo = parseRepositoryName(name);
    if (!repo || !(await git.hasRepository(repo, AbortSignal.timeout(10_000)))) continue;
    try {
      await followTags(context, projectId, name, linkedAt);
    } catch (error) {
      // Not approved, or not readable: whoever reads the repository by hand gets the reason.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

async function followTags(
  { db, clock, docs }: ReleaseContext,
  projectId: string,
  repository: string,
  linkedAt: number,
): Promise<void> {
  const opened = await openProjectRepository(db, docs, projectId, repository);
  if (opened.kind !== 'local') return;
  const tags = await opened.listTags();
  const known = new Map((await listKnownTags(db.reads, projectId, repository)).map((one) => [one.tag, one]));
  const now = clock.now();
  const due = tags
    .filter(({ name, sha }) => known.get(name)?.commit !== sha && (known.get(name)?.dueAt ?? null) === null)
    .map(({ name, createdAt }) => ({
      tag: name,
      isSilent: createdAt !== undefined && Date.parse(createdAt) < linkedAt,
    }));
  const present = new Set(tags.map(({ name }) => name));
  for (const { tag, deletedAt, dueAt } of known.values())
    if (!present.has(tag) && deletedAt === null && dueAt === null) due.push({ tag, isSilent: false });
  if (due.length === 0) return;
  await db.transaction(async (tx) => {
    for (const mark of due) await markTagDue(tx, { projectId, repository, ...mark, now });
  });
}
