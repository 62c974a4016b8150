import type { FastifyInstance } from 'fastify';
import { assertMaySeeInstance } from '../../auth/index.ts';
import { choice, id, nullable, timestamp } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { pageQuery } from '../../platform/paging.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { requirePermission } from '../../users/index.ts';
import { getProjectFor } from '../get-project.ts';
import { canReadProject } from '../project-access.ts';
import { projectRef } from '../project-schemas.ts';
import {
  decideRepositoryLink,
  getRepositoryLink,
  listProjectRepositories,
  listRepositoryLinks,
  type RepositoryLink,
} from './repository-links.ts';
import { findTrust, linkStates, type RepositoryTrust, trustReasons } from './repository-trust.ts';

const Named = () => Type.Object({ id: id(), name: Type.String({ examples: ['Ada Lovelace'] }) });
const RepositoryLinkItem = Type.Object(
  {
    id: id(),
    repository: Type.String({ examples: ['acme/site'] }),
    project: Type.Object({
      id: id(),
      key: Type.String({ examples: ['PAY'] }),
      name: Type.String({ examples: ['Payments'] }),
    }),
    state: choice(linkStates, { description: 'What an administrator decided' }),
    trustedBecause: nullable(
      choice(trustReasons, {
        description:
          'Why the code host tokens of the instance serve the link: it is approved, on REPOSITORIES_ALLOWED, or DOCS_OPEN is set. Null: they do not',
      }),
    ),
    linkedBy: nullable(Named()),
    linkedAt: nullable(timestamp({ description: 'Null: linked by an earlier version' })),
    decidedBy: nullable(Named()),
    decidedAt: nullable(timestamp()),
  },
  { title: 'RepositoryLink' },
);

const presentWith = (trust: RepositoryTrust) => (link: RepositoryLink) =>
  present(RepositoryLinkItem, link, {
    repository: link.name,
    project: { id: link.projectId, key: link.projectKey, name: link.projectName },
    trustedBecause: findTrust(trust, link) ?? null,
    linkedBy: link.linkedById === null ? null : { id: link.linkedById, name: link.linkedByName ?? '' },
    linkedAt: link.linkedAt === 0 ? null : link.linkedAt,
    decidedBy: link.decidedById === null ? null : { id: link.decidedById, name: link.decidedByName ?? '' },
  });

/** Which projects link which repositories, and what administrators decided about it. */
export function addRepositoryLinkRoutes(app: FastifyInstance, trust: RepositoryTrust): void {
  const presentLink = presentWith(trust);
  const ofInstance = newRouter(app, { tag: 'Instance', access: 'signed-in' });
  const ofProject = newRouter(app, { tag: 'Projects', access: 'signed-in', forProjectKeys: true });

  ofInstance.list('/api/instance/repositories', {
    operationId: 'listRepositoryLinks',
    summary: 'List the repositories that projects link, for administrators',
    query: Type.Object({ ...pageQuery, state: Type.Optional(choice(linkStates)) }),
    authorizeFirst: async ({ scope }) => assertMaySeeInstance(scope.actor),
    response: { description: 'Newest links first', item: RepositoryLinkItem, present: presentLink },
    list: ({ scope, query: { state } }, page) => listRepositoryLinks(scope, { state }, page),
  });

  ofInstance.put('/api/instance/repositories/:id', {
    operationId: 'decideRepositoryLink',
    summary: 'Approve the link of a project to a repository, or refuse it',
    description:
      'An approved link may use the code host tokens of the instance, its local repositories and the events that code hosts send with its secrets. `refused` also withdraws an approval. A project with a code host token of its own needs no approval for that token.',
    params: Type.Object({ id: id() }),
    body: Type.Object({ state: choice(['approved', 'refused'] as const) }),
    authorizeFirst: ({ scope, params }) => getRepositoryLink(scope, params.id),
    responses: { 200: { description: 'The link', schema: dataOf(RepositoryLinkItem) } },
    handle: async ({ scope, params, body }) => ({
      data: presentLink(await decideRepositoryLink(scope, params.id, body.state)),
    }),
  });

  ofProject.list('/api/project/:id/repositories', {
    operationId: 'listProjectRepositories',
    summary: 'List the repositories of a project, and which wait for approval',
    params: Type.Object({ id: projectRef }),
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    response: { description: 'Newest links first', item: RepositoryLinkItem, present: presentLink },
    list: ({ scope, params: { id: ref } }, page) => listProjectRepositories(scope, ref, page),
  });
}
