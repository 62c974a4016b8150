import { recordAudit } from '../../audit/index.ts';
import { type HostAddress, parseRepositoryName, type RepositoryName } from '../../code-hosts/index.ts';
import { notFound } from '../../platform/errors.ts';
import { toIso } from '../../platform/instant.ts';
import { connectionTarget, isListedHost } from '../../platform/outbound-http/index.ts';
import { canGrantAccess, findTrust, getProjectFor, type RepositoryProject } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import type { DocsGenerationContext } from '../docs-generation-context.ts';
import type { DocsSettings } from '../docs-settings.ts';
import { codeHostDeleted, codeHostSet, recordCodeHostEvent } from './project-host-events.ts';
import type { CodeHostInput } from './project-host-schemas.ts';
import type { ProjectHost } from './project-host-store.ts';
import * as store from './project-host-store.ts';

const defaultApiUrls = {
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com/api/v4',
  gitea: 'https://codeberg.org/api/v1',
};

export async function findCodeHost({ db, actor }: Scope, ref: string): Promise<ProjectHost | undefined> {
  const { id } = await getProjectFor(db.reads, actor, ref, canGrantAccess);
  const [host] = await store.listProjectHosts(db.reads, { projectIds: [id] });
  return host;
}

export async function setCodeHost(
  scope: Scope,
  { secretBox }: DocsGenerationContext,
  ref: string,
  input: CodeHostInput,
): Promise<ProjectHost> {
  return scope.write(async (tx) => {
    const project = await getProjectFor(tx, scope.actor, ref, canGrantAccess);
    const host = {
      projectId: project.id,
      kind: input.kind,
      apiUrl: (input.apiUrl ?? defaultApiUrls[input.kind]).replace(/\/+$/, ''),
      tokenSealed: secretBox.seal(input.token, store.hostTokenContext(project.id)),
      updatedAt: scope.clock.now(),
    };
    await store.putProjectHost(tx, host);
    await recordCodeHostEvent(tx, scope, codeHostSet, project, host);
    await recordAudit(tx, scope, 'code_host.set', { kind: 'project', id: project.id, name: project.name });
    return host;
  });
}

export async function deleteCodeHost(scope: Scope, ref: string): Promise<string> {
  return scope.write(async (tx) => {
    const project = await getProjectFor(tx, scope.actor, ref, canGrantAccess);
    const [host] = await store.listProjectHosts(tx, { projectIds: [project.id] });
    // Of two concurrent deletions, the second finds no row.
    if (!host || (await store.removeProjectHost(tx, { projectId: project.id })) === 0)
      throw notFound('Code host');
    await recordCodeHostEvent(tx, scope, codeHostDeleted, project, host);
    await recordAudit(tx, scope, 'code_host.deleted', {
      kind: 'project',
      id: project.id,
      name: project.name,
    });
    return project.id;
  });
}

/** A host to search for a repository, and the name that the repository has there. */
export interface CandidateHost {
  host: HostAddress;
  repo: RepositoryName;
}

/**
 * The hosts to search for a repository, in order: local ones, those of the linking projects, those of the instance. Hosts
 * of the instance serve only trusted links; `isWithheld` says that there are others.
 */
export async function listCandidateHosts(
  { db }: Pick<Scope, 'db'>,
  { secretBox, settings }: DocsGenerationContext,
  repo: RepositoryName,
  links: RepositoryProject[],
): Promise<{ candidates: CandidateHost[]; isWithheld: boolean }> {
  const ids = links.map(({ id }) => id);
  const hosts = ids.length === 0 ? [] : await store.listProjectHosts(db.reads, { projectIds: ids });
  const ofProjects = hosts.map(
    ({ projectId, kind, apiUrl, tokenSealed }): CandidateHost => ({
      host: {
        kind,
        apiUrl,
        token: secretBox.open(tokenSealed, store.hostTokenContext(projectId)),
        // Users chose the address, so the operator's egress policy applies.
        egress: isListedHost(connectionTarget(new URL(apiUrl)), settings.privateTargets)
          ? 'private'
          : settings.egress,
        clones: settings.clones,
        followsRenames: true,
      },
      repo,
    }),
  );
  const ofInstance = settings.hosts.flatMap((host) => trustedCandidate(settings, host, repo, links) ?? []);
  const isLocal = ({ host }: CandidateHost) => host.kind === 'local';
  return {
    candidates: [
      ...ofInstance.filter(isLocal),
      ...ofProjects,
      ...ofInstance.filter((candidate) => !isLocal(candidate)),
    ],
    isWithheld: ofInstance.length < settings.hosts.length,
  };
}

function trustedCandidate(
  { trust }: DocsSettings,
  host: HostAddress,
  repo: RepositoryName,
  links: RepositoryProject[],
): CandidateHost | undefined {
  // `authorizeRepository` lets a repository without links pass only if the instance is open.
  if (links.length === 0 || links.some((link) => findTrust(trust, link, host.kind) === 'open'))
    return { host, repo };
  // The new name of a renamed repository has no approval.
  const fixed = host.kind === 'local' ? host : { ...host, followsRenames: false };
  if (links.some((link) => findTrust(trust, link, host.kind) === 'allowed')) return { host: fixed, repo };
  const approved = links.find((link) => findTrust(trust, link, host.kind) === 'approved');
  // In a folder, another spelling of the name is another repository.
  const name = approved && parseRepositoryName(approved.name);
  return name && { host: fixed, repo: name };
}

/** Never includes the token. */
export const presentCodeHost = ({ kind, apiUrl, updatedAt }: ProjectHost) => ({
  kind,
  apiUrl,
  updatedAt: toIso(updatedAt),
});
