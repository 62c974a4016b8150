import {
  type HostAddress,
  openCodeHost,
  parseRepositoryName,
  type RepositoryName,
  sayRepository,
} from '../code-hosts/index.ts';
import { forbiddenBecause, invalid, notFound, Refusal } from '../platform/errors.ts';
import type { OutboundClients } from '../platform/outbound-http/index.ts';
import { canWriteInProject, listRepositoryProjects } from '../projects/index.ts';
import { isReadOnly, keyReaches, type Scope } from '../users/index.ts';
import type { DocsSettings } from './docs-settings.ts';

export function parseRepository(text: string): RepositoryName {
  const repo = parseRepositoryName(text);
  if (!repo) throw invalid({ repo: ['Repo must have the form owner/name'] });
  return repo;
}

/** Answers the projects by which the actor may. A linked repository is open to the members of its projects; another one to everybody, where the operator says so. */
export async function assertMayUse(
  { db, actor }: Scope,
  settings: DocsSettings,
  repo: RepositoryName,
  purpose: 'read' | 'write',
): Promise<string[]> {
  const linked = await listRepositoryProjects(db.reads, sayRepository(repo), actor.userId);
  if (linked.length === 0) {
    if (!settings.isOpen || !keyReaches(actor, null))
      throw forbiddenBecause(`${sayRepository(repo)} is linked to no project. Link it to one of yours first`);
    if (purpose === 'write' && isReadOnly(actor)) throw mayNotWrite(repo);
    return [];
  }
  const projects = linked.filter(({ id, role }) => role !== null && keyReaches(actor, id));
  if (projects.length === 0)
    throw forbiddenBecause(`${sayRepository(repo)} belongs to a project that you are no member of`);
  if (purpose === 'write' && !projects.some((project) => canWriteInProject(actor, project)))
    throw mayNotWrite(repo);
  return projects.map(({ id }) => id);
}

const mayNotWrite = (repo: RepositoryName) =>
  forbiddenBecause(`You may read ${sayRepository(repo)}, but not open pull requests there`);

/** The first of the hosts that knows the repository. */
export async function findHost(
  hosts: HostAddress[],
  outbound: OutboundClients,
  repo: RepositoryName,
  signal: AbortSignal,
): Promise<HostAddress> {
  if (hosts.length === 0) {
    throw new Refusal(
      'NOT_FOUND',
      `Repository ${sayRepository(repo)} not found: this instance knows no code host. Set LOCAL_REPOSITORIES or GITHUB_TOKEN`,
    );
  }
  for (const address of hosts) {
    if (await (await openCodeHost(address, outbound)).hasRepository(repo, signal)) return address;
  }
  throw notFound(`Repository ${sayRepository(repo)}`);
}
