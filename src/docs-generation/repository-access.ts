import {
  formatRepositoryName,
  type HostAddress,
  openCodeHost,
  parseRepositoryName,
  type RepositoryName,
} from '../code-hosts/index.ts';
import { forbiddenBecause, invalid, notFound, Refusal } from '../platform/errors.ts';
import type { OutboundClients } from '../platform/outbound-http/index.ts';
import { canUseRepositories, canWriteInProject, listRepositoryProjects } from '../projects/index.ts';
import { isReadOnly, keyAllowsProject, type Scope } from '../users/index.ts';
import type { DocsGenerationContext } from './docs-generation-context.ts';
import type { DocsSettings } from './docs-settings.ts';
import { listCandidateHosts } from './project-hosts/project-hosts.ts';

export function parseRepository(text: string): RepositoryName {
  const repo = parseRepositoryName(text);
  if (!repo) throw invalid({ repo: ['Repo must have the form owner/name'] });
  return repo;
}

/** Authorizes the actor for the repository, and finds its code host within the timeout that `signal` carries. */
export async function getHostFor(
  scope: Scope,
  context: DocsGenerationContext,
  repo: RepositoryName,
  purpose: 'read' | 'write',
) {
  const { settings, outbound } = context;
  const projectIds = await authorizeRepository(scope, settings, repo, purpose);
  const signal = AbortSignal.timeout(settings.timeoutMs);
  const hosts = await listCandidateHosts(scope, context, projectIds);
  return { host: await getRepositoryHost(hosts, outbound, repo, signal), signal };
}

/**
 * Members may use the repositories linked to their projects; unlinked ones are open to everybody if `DOCS_OPEN` is set.
 * Returns the ids of the projects that give the actor access.
 */
async function authorizeRepository(
  { db, actor }: Scope,
  settings: DocsSettings,
  repo: RepositoryName,
  purpose: 'read' | 'write',
): Promise<string[]> {
  const linked = await listRepositoryProjects(db.reads, formatRepositoryName(repo), actor.userId);
  if (linked.length === 0) {
    if (!settings.isOpen || !keyAllowsProject(actor, null))
      throw forbiddenBecause(
        `${formatRepositoryName(repo)} is not linked to a project. Link it to one of your projects first`,
      );
    if (purpose === 'write' && isReadOnly(actor)) throw cannotWrite(repo);
    return [];
  }
  const projects = linked.filter((project) => canUseRepositories(actor, project));
  if (projects.length === 0)
    throw forbiddenBecause(`${formatRepositoryName(repo)} belongs to a project that you are not a member of`);
  if (purpose === 'write' && !projects.some((project) => canWriteInProject(actor, project)))
    throw cannotWrite(repo);
  return projects.map(({ id }) => id);
}

const cannotWrite = (repo: RepositoryName) =>
  forbiddenBecause(`You can read ${formatRepositoryName(repo)}, but you cannot open pull requests there`);

/** The first host that has the repository. */
export async function getRepositoryHost(
  hosts: HostAddress[],
  outbound: OutboundClients,
  repo: RepositoryName,
  signal: AbortSignal,
): Promise<HostAddress> {
  if (hosts.length === 0) {
    throw new Refusal(
      'NOT_FOUND',
      `Repository ${formatRepositoryName(repo)} not found: no code host is configured. Set LOCAL_REPOSITORIES or GITHUB_TOKEN`,
    );
  }
  for (const address of hosts) {
    if (await (await openCodeHost(address, outbound)).hasRepository(repo, signal)) return address;
  }
  throw notFound(`Repository ${formatRepositoryName(repo)}`);
}
