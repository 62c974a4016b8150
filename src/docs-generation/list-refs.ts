import { formatRepositoryName, type RefNames } from '../code-hosts/index.ts';
import type { Scope } from '../users/index.ts';
import type { DocsGenerationContext } from './docs-generation-context.ts';
import { getHostFor, parseRepository } from './repository-access.ts';

/** Somebody waits for the suggestions while typing: what comes later is of no use. */
const timeoutMs = 15_000;
const waitMs = 5_000;

/** Branches and tags of a repository, to choose a range of commits from. */
export async function listRefs(
  scope: Scope,
  context: DocsGenerationContext,
  { repo: name, search = '' }: { repo: string; search?: string },
) {
  const { host, repo } = await getHostFor(scope, context, parseRepository(name), 'read');
  const refs = (await context.processes.run(
    { kind: 'call', host, repo, call: { name: 'listRefs', search: search.trim() } },
    { timeoutMs, waitMs, report: () => {}, findTickets: async () => ({}) },
  )) as RefNames;
  return { repo: formatRepositoryName(repo), ...refs };
}
