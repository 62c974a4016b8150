import { sayRepository } from '../code-hosts/index.ts';
import type { Scope } from '../users/index.ts';
import type { DocsDesk } from './docs-generation-context.ts';
import type { CheckDocs } from './docs-schemas.ts';
import { hostsFor } from './project-hosts/project-hosts.ts';
import { assertMayUse, findHost, parseRepository } from './repository-access.ts';

/** Which generated pages of the default branch tell of what has changed since. */
export async function checkDocs(scope: Scope, desk: DocsDesk, { repo: name, paths }: CheckDocs) {
  const { settings, threads, outbound } = desk;
  const repo = parseRepository(name);
  const projectIds = await assertMayUse(scope, settings, repo, 'read');
  const host = await findHost(
    await hostsFor(scope, desk, projectIds),
    outbound,
    repo,
    AbortSignal.timeout(settings.timeoutMs),
  );
  const { head, pages } = await threads.run(
    { kind: 'check', host, repo, paths, limits: settings.limits },
    { timeoutMs: settings.timeoutMs, report: () => {}, findTickets: async () => ({}) },
  );
  return { repo: sayRepository(repo), head, stale: pages.filter(({ stale }) => stale).length, pages };
}
