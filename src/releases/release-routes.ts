import type { FastifyInstance } from 'fastify';
import { id, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { pageQuery } from '../platform/paging.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import { canReadProject, canWriteInProject, getProjectFor, projectRef } from '../projects/index.ts';
import { ticketRef } from '../tickets/index.ts';
import { requirePermission } from '../users/index.ts';
import { type ListedRelease, type Release as ReleaseRow, releaseLimits } from './release.ts';
import { addRelease, deleteRelease, listReleases } from './releases.ts';

const Release = Type.Object(
  {
    id: id(),
    projectId: id(),
    version: Type.String({ examples: ['1.4'] }),
    repository: nullable(Type.String({ examples: ['acme/app'] })),
    tag: nullable(Type.String({ examples: ['v1.4'] })),
    commit: nullable(
      Type.String({
        description: 'The tagged commit, as it was read last',
        examples: ['1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b'],
      }),
    ),
    isRead: Type.Boolean({ description: 'Whether the repository has been read; false while it is due' }),
    error: nullable(Type.String({ description: 'Why the repository could not be read' })),
    ticketCount: Type.Optional(Type.Integer({ description: 'Tickets whose first version it is or was' })),
    createdAt: timestamp(),
  },
  { title: 'Release' },
);

const ReleaseInput = Type.Object(
  {
    version: Type.Optional(trimmed(1, releaseLimits.versionLength, { examples: ['1.4'] })),
    ticketIds: Type.Optional(
      Type.Array(ticketRef, {
        maxItems: releaseLimits.tickets,
        description:
          'With `version`: what it contains, by id or key. Tickets that are not done follow when they are',
      }),
    ),
    tag: Type.Optional(
      trimmed(1, 250, {
        description: 'Instead of `version`: a tag of a final version, which Docket reads from the repository',
        examples: ['v1.4'],
      }),
    ),
    repository: Type.Optional(
      trimmed(3, 200, {
        description: 'Of the tag; may be absent if the project links one repository',
        examples: ['acme/app'],
      }),
    ),
  },
  { examples: [{ version: '1.4' }] },
);

const presentRelease = ({ repository, tag, dueAt, ...release }: ReleaseRow | ListedRelease) =>
  present(Release, release, {
    repository: repository === '' ? null : repository,
    tag: tag === '' ? null : tag,
    isRead: dueAt === null,
  });

const params = Type.Object({ id: projectRef });

export function addRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Projects', access: 'signed-in', forProjectKeys: true });
  router.list('/api/project/:id/releases', {
    operationId: 'listReleases',
    summary: 'List the versions of a project',
    params,
    query: Type.Object(pageQuery),
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    response: { description: 'A page of releases, newest first', item: Release, present: presentRelease },
    list: ({ scope, params: { id: ref } }, page) => listReleases(scope, ref, page),
  });

  router.post('/api/project/:id/releases', {
    operationId: 'addRelease',
    summary: 'Record a version of a project, or read a tag',
    description:
      'Tags of versions that code hosts report are read by themselves. Recording the same again changes nothing.',
    params,
    body: ReleaseInput,
    authorizeFirst: requirePermission(getProjectFor, canWriteInProject),
    responses: { 201: { description: 'The release', schema: dataOf(Release) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: presentRelease(await addRelease(scope, ref, body)),
    }),
  });

  router.delete('/api/project/:id/releases/:releaseId', {
    operationId: 'deleteRelease',
    summary: 'Take a version of a project back',
    description:
      'Its tickets no longer show it; nobody is told. A tag that still exists returns when it is pushed again.',
    params: Type.Object({ id: projectRef, releaseId: id() }),
    delete: ({ scope, params: { id: ref, releaseId } }) => deleteRelease(scope, ref, releaseId),
  });
}
