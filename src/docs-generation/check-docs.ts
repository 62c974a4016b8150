import { formatRepositoryName } from '../code-hosts/index.ts';
import type { Scope } from '../users/index.ts';
import type { DocsGenerationContext } from './docs-generation-context.ts';
import type { CheckDocs } from './docs-schemas.ts';
import { getHostFor, parseRepository } from './repository-access.ts';

/** Finds generated pages of the default branch whose source files have changed since. */
export async function checkDocs(
  scope: Scope,
  context: DocsGenerationContext,
  { repo: name, paths }: CheckDocs,
) {
  const { settings, processes } = context;
  const { host, repo } = await getHostFor(scope, context, parseRepository(name), 'read');
  const { head, pages } = await processes.run(
    { kind: 'check', host, repo, paths, limits: settings.limits },
    { timeoutMs: settings.timeoutMs, report: () => {}, findTickets: async () => ({}) },
  );
  return { repo: formatRepositoryName(repo), head, stale: pages.filter(({ stale }) => stale).length, pages };
}
