import { newLocalGit, parseRepositoryName } from '../code-hosts/index.ts';
import type { DocsGenerationContext } from '../docs-generation/index.ts';
import type { Database } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import { listLinkedRepositories } from '../projects/index.ts';

type Link = Awaited<ReturnType<typeof listLinkedRepositories>>[number];

/** Calls `follow` for each link of a project to a repository that is on this server, one after the other. */
export async function followLocalLinks(
  { db, docs }: { db: Database; docs: DocsGenerationContext },
  follow: (link: Link) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const local = docs.settings.hosts.find((host) => host.kind === 'local');
  if (!local) return;
  const git = newLocalGit(local);
  for (const link of await listLinkedRepositories(db.reads)) {
    if (signal?.aborted) return;
    const repo = parseRepositoryName(link.name);
    if (!repo || !(await git.hasRepository(repo, AbortSignal.timeout(10_000)))) continue;
    try {
      await follow(link);
    } catch (error) {
      // Not approved, or not readable: whoever reads the repository by hand gets the reason.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
