import { sayRepository } from '../code-hosts/index.ts';
import type { Scope } from '../users/index.ts';
import type { DocsDesk } from './docs-desk.ts';
import type { CheckDocs } from './docs-schemas.ts';
import { assertMayUse, findHost, parseRepository } from './repository-access.ts';

/** Which generated pages of the default branch tell of what has changed since. */
export async function checkDocs(
  scope: Scope,
  { settings, threads }: DocsDesk,
  { repo: name, paths }: CheckDocs,
) {
  const repo = parseRepository(name);
  await assertMayUse(scope, settings, repo, 'read');
  const host = await findHost(settings.hosts, repo, AbortSignal.timeout(settings.timeoutMs));
  const { head, pages } = await threads.run(
    { kind: 'check', host, repo, paths, limits: settings.limits },
    { timeoutMs: settings.timeoutMs, report: () => {}, findTickets: async () => ({}) },
  );
  return { repo: sayRepository(repo), head, stale: pages.filter(({ stale }) => stale).length, pages };
}
