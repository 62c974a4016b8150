import type { HostAddress } from '../../code-hosts/index.ts';
import { notFound } from '../../platform/errors.ts';
import { toIso } from '../../platform/instant.ts';
import { canEditProject, getProjectFor } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import type { DocsGenerationContext } from '../docs-generation-context.ts';
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
  const { id } = await getProjectFor(db.reads, actor, ref, canEditProject);
  const [host] = await store.listProjectHosts(db.reads, [id]);
  return host;
}

export async function setCodeHost(
  scope: Scope,
  { secretBox }: DocsGenerationContext,
  ref: string,
  input: CodeHostInput,
): Promise<ProjectHost> {
  return scope.write(async (tx) => {
    const project = await getProjectFor(tx, scope.actor, ref, canEditProject);
    const host = {
      projectId: project.id,
      kind: input.kind,
      apiUrl: (input.apiUrl ?? defaultApiUrls[input.kind]).replace(/\/+$/, ''),
      tokenSealed: secretBox.seal(input.token, store.hostTokenContext(project.id)),
      updatedAt: scope.clock.now(),
    };
    await store.putProjectHost(tx, host);
    await recordCodeHostEvent(tx, scope, codeHostSet, project, host);
    return host;
  });
}

export async function deleteCodeHost(scope: Scope, ref: string): Promise<string> {
  return scope.write(async (tx) => {
    const project = await getProjectFor(tx, scope.actor, ref, canEditProject);
    const [host] = await store.listProjectHosts(tx, [project.id]);
    // Of two concurrent deletions the second finds no row.
    if (!host || (await store.removeProjectHost(tx, project.id)) === 0) throw notFound('Code host');
    await recordCodeHostEvent(tx, scope, codeHostDeleted, project, host);
    return project.id;
  });
}

/** The hosts to search for a repository, in order: local ones, those of its projects, those of the instance. */
export async function listCandidateHosts(
  { db }: Scope,
  { secretBox, settings }: DocsGenerationContext,
  projectIds: string[],
): Promise<HostAddress[]> {
  const hosts = projectIds.length === 0 ? [] : await store.listProjectHosts(db.reads, projectIds);
  const projectHosts = hosts.map(
    ({ projectId, kind, apiUrl, tokenSealed }): HostAddress => ({
      kind,
      apiUrl,
      token: secretBox.open(tokenSealed, store.hostTokenContext(projectId)),
      // Users chose the address, so the operator's egress policy applies.
      egress: settings.egress,
      clones: settings.clones,
    }),
  );
  const isLocal = ({ kind }: HostAddress) => kind === 'local';
  return [
    ...settings.hosts.filter(isLocal),
    ...projectHosts,
    ...settings.hosts.filter((host) => !isLocal(host)),
  ];
}

/** Never includes the token. */
export const presentCodeHost = ({ kind, apiUrl, updatedAt }: ProjectHost) => ({
  kind,
  apiUrl,
  updatedAt: toIso(updatedAt),
});
