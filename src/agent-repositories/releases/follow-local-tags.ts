import { openProjectRepository } from '../../docs-generation/index.ts';
import { listKnownTags, markTagDue } from '../../releases/index.ts';
import { followLocalLinks } from '../follow-local-links.ts';
import type { ReleaseContext } from './read-release.ts';

/**
 * Makes tags of local repositories due that are new, moved or gone: no webhook tells of them. Tags from before the link are
 * read too, but nobody is told of their tickets.
 */
export const followLocalTags = (context: ReleaseContext, signal?: AbortSignal): Promise<void> =>
  followLocalLinks(
    context,
    ({ projectId, name, linkedAt }) => followTags(context, projectId, name, linkedAt),
    signal,
  );

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
