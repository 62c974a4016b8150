import { formatRepositoryName } from '../code-hosts/index.ts';
import type { Scope } from '../users/index.ts';
import type { DocsGenerationContext } from './docs-generation-context.ts';
import type { CheckDocs } from './docs-schemas.ts';
import { listCandidateHosts } from './project-hosts/project-hosts.ts';
import { authorizeRepository, getRepositoryHost, parseRepository } from './repository-access.ts';

/** Finds generated pages of the default branch whose source files have changed since. */
export async function checkDocs(
  scope: Scope,
  context: DocsGenerationContext,
  { repo: name, paths }: CheckDocs,
) {
  const { settings, threads, outbound } = context;
  const repo = parseRepository(name);
  const projectIds = await authorizeRepository(scope, settings, repo, 'read');
  const host = await getRepositoryHost(
    await listCandidateHosts(scope, context, projectIds),
    outbound,
    repo,
    AbortSignal.timeout(settings.timeoutMs),
  );
  const { head, pages } = await threads.run(
    { kind: 'check', host, repo, paths, limits: settings.limits },
    { timeoutMs: settings.timeoutMs, report: () => {}, findTickets: async () => ({}) },
  );
  return { repo: formatRepositoryName(repo), head, stale: pages.filter(({ stale }) => stale).length, pages };
}
