import {
  type CodeHostKind,
  formatRepositoryName,
  type HostAddress,
  openCodeHost,
  parseRepositoryName,
  type RepositoryName,
} from '../code-hosts/index.ts';
import { forbiddenBecause, invalid, notFound, Refusal } from '../platform/errors.ts';
import type { OutboundClients } from '../platform/outbound-http/index.ts';
import {
  canUseRepositories,
  canWriteInProject,
  listRepositoryProjects,
  type RepositoryProject,
} from '../projects/index.ts';
import { isReadOnly, keyAllowsProject, type Scope } from '../users/index.ts';
import type { DocsGenerationContext } from './docs-generation-context.ts';
import type { DocsSettings } from './docs-settings.ts';
import { type CandidateHost, listCandidateHosts } from './project-hosts/project-hosts.ts';

export function parseRepository(text: string): RepositoryName {
  const repo = parseRepositoryName(text);
  if (!repo) throw invalid({ repo: ['Repo must have the form owner/name'] });
  return repo;
}

/** Authorizes the actor for the repository, lists the projects through which they may read it, and finds its code host within the timeout that `signal` carries. */
export async function getHostFor(
  scope: Scope,
  context: DocsGenerationContext,
  repo: RepositoryName,
  purpose: 'read' | 'write',
) {
  const links = await authorizeRepository(scope, context.settings, repo, purpose);
  const readers =
    purpose === 'read' ? links : await authorizeRepository(scope, context.settings, repo, 'read');
  return { ...(await findLinkedHost(scope, context, repo, links)), links: readers };
}

/** Finds the code host of a repository, of the kind if one is given, through these links, within the timeout that `signal` carries. */
export async function findLinkedHost(
  scope: Pick<Scope, 'db'>,
  context: DocsGenerationContext,
  repo: RepositoryName,
  links: RepositoryProject[],
  kind?: CodeHostKind,
) {
  const signal = AbortSignal.timeout(context.settings.timeoutMs);
  const { candidates: all, isWithheld } = await listCandidateHosts(scope, context, repo, links);
  const candidates = all.filter(({ host }) => kind === undefined || host.kind === kind);
  const found =
    candidates.length === 0 && isWithheld
      ? undefined
      : await findHost(candidates, context.outbound, repo, signal);
  if (found) return { ...found, signal };
  throw isWithheld ? notApproved(repo, links) : notFound(`Repository ${formatRepositoryName(repo)}`);
}

/**
 * Members may use the repositories linked to their projects; unlinked ones are open to everybody if `DOCS_OPEN` is set.
 * Returns the links that give the actor access for the purpose: none of the others may lend their token to it.
 */
async function authorizeRepository(
  { db, actor }: Scope,
  settings: DocsSettings,
  repo: RepositoryName,
  purpose: 'read' | 'write',
): Promise<RepositoryProject[]> {
  const linked = await listRepositoryProjects(db.reads, formatRepositoryName(repo), actor.userId);
  if (linked.length === 0) {
    if (!settings.trust.isOpen || !keyAllowsProject(actor, null)) throw notLinked(repo);
    if (purpose === 'write' && isReadOnly(actor)) throw cannotWrite(repo);
    return [];
  }
  const readable = linked.filter((project) => canUseRepositories(actor, project));
  if (readable.length === 0) throw notLinked(repo);
  if (purpose === 'read') return readable;
  const writable = readable.filter((project) => canWriteInProject(actor, project));
  if (writable.length === 0) throw cannotWrite(repo);
  return writable;
}

/** The same words with and without a link in a project that the actor cannot see, so that they reveal no such link. */
const notLinked = (repo: RepositoryName) =>
  forbiddenBecause(
    `${formatRepositoryName(repo)} is not linked to a project that you are a member of. Link it to one of your projects first`,
  );

function notApproved(repo: RepositoryName, links: RepositoryProject[]) {
  const name = formatRepositoryName(repo);
  const keys = [...new Set(links.map(({ key }) => key))].join(', ');
  const state = links.every(({ state }) => state === 'refused')
    ? `An administrator of this instance refused ${name} for project ${keys}`
    : `${name} in project ${keys} waits for approval by an administrator of this instance`;
  return forbiddenBecause(
    `${state}, so Docket does not use its own access to the code host for it. Ask an administrator to approve it under Administration, Repositories, or set a code host with a token of its own in the settings of the project`,
  );
}

const cannotWrite = (repo: RepositoryName) =>
  forbiddenBecause(`You can read ${formatRepositoryName(repo)}, but you cannot open pull requests there`);

/**
 * The host of a repository that the project links, for work of the project itself: only its own link lends its token.
 * Undefined if the project does not link it, no host has it, or none may serve the link.
 */
export async function findHostForProject(
  scope: Pick<Scope, 'db'> & { actor: Pick<Scope['actor'], 'userId'> },
  context: DocsGenerationContext,
  repo: RepositoryName,
  projectId: string,
  signal: AbortSignal,
): Promise<CandidateHost | undefined> {
  const linked = await listRepositoryProjects(scope.db.reads, formatRepositoryName(repo), scope.actor.userId);
  const links = linked.filter(({ id }) => id === projectId);
  if (links.length === 0) return undefined;
  const { candidates } = await listCandidateHosts(scope, context, repo, links);
  return candidates.length === 0 ? undefined : findHost(candidates, context.outbound, repo, signal);
}

/** The host that has the repository; throws if none has it. For the command line, where the operator asks. */
export async function getRepositoryHost(
  hosts: HostAddress[],
  outbound: OutboundClients,
  repo: RepositoryName,
  signal: AbortSignal,
): Promise<HostAddress> {
  const candidates = hosts.map((host) => ({ host, repo }));
  const found = await findHost(candidates, outbound, repo, signal);
  if (!found) throw notFound(`Repository ${formatRepositoryName(repo)}`);
  return found.host;
}

/** The first candidate that has the repository. */
async function findHost(
  candidates: CandidateHost[],
  outbound: OutboundClients,
  repo: RepositoryName,
  signal: AbortSignal,
): Promise<CandidateHost | undefined> {
  if (candidates.length === 0) {
    throw new Refusal(
      'NOT_FOUND',
      `Repository ${formatRepositoryName(repo)} not found: no code host is configured. Set LOCAL_REPOSITORIES or GITHUB_TOKEN`,
    );
  }
  for (const candidate of candidates) {
    const host = await openCodeHost(candidate.host, outbound);
    if (await host.hasRepository(candidate.repo, signal)) return candidate;
  }
  return undefined;
}
