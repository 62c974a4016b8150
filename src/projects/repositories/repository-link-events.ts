import { eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';
import type { RepositoryLink } from './repository-link-store.ts';

const named = Type.Object({ id: Type.String(), name: Type.String() });
const payload = Type.Object({
  project: named,
  user: Type.Unsafe<{ id: string; name: string } | null>({ ...named, type: ['object', 'null'] }),
  repository: Type.Object({ linkId: Type.String(), name: Type.String(), state: Type.String() }),
});

const repositoryApproved = eventType({
  name: 'repository.approved',
  meaning: 'an administrator approved the link of a project to a repository',
  payload,
  sentence: ({ project, repository }) =>
    `approved the repository ${repository.name} of project ${project.name}`,
  isPublic: true,
});
const repositoryRefused = eventType({
  name: 'repository.refused',
  meaning: 'an administrator refused the link of a project to a repository, or withdrew the approval',
  payload,
  sentence: ({ project, repository }) =>
    `refused the repository ${repository.name} of project ${project.name}`,
  isPublic: true,
});

export const repositoryEvents = [repositoryApproved, repositoryRefused];

/** Without an actor: decided on the command line. */
export const recordDecision = (
  tx: Tx,
  actor: { userId: string; name: string } | null,
  link: Pick<RepositoryLink, 'id' | 'projectId' | 'projectName' | 'workspaceId' | 'name' | 'state'>,
  at: number,
) =>
  recordEvent(tx, link.state === 'approved' ? repositoryApproved : repositoryRefused, {
    at,
    actorId: actor?.userId ?? null,
    projectId: link.projectId,
    workspaceId: link.workspaceId,
    data: {
      project: { id: link.projectId, name: link.projectName },
      user: actor && { id: actor.userId, name: actor.name },
      repository: { linkId: link.id, name: link.name, state: link.state },
    },
  });
