import type { FastifyInstance } from 'fastify';
import { id } from '../platform/field-schemas.ts';
import { deletedAnswers, listOf, oneOf, presentPage, route, sendDeleted } from '../platform/http/index.ts';
import { pageQuery, parsePage } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import { getProjectFor } from './get-project.ts';
import { addMember, listMembers, removeMember } from './members.ts';
import { presentMember } from './present-project.ts';
import { canEditProject, canReadProject } from './project-access.ts';
import { MemberInput, ProjectMember, projectRef } from './project-schemas.ts';

const params = Type.Object({ id: projectRef });
const common = { tag: 'Projects', access: 'signed-in', forProjectKeys: true } as const;

export function addMemberRoutes(app: FastifyInstance): void {
  route(app, {
    ...common,
    method: 'GET',
    url: '/api/project/:id/members',
    operationId: 'listMembers',
    summary: 'List the members of a project',
    params,
    query: Type.Object(pageQuery),
    authorizeFirst: ({ scope, params: { id: ref } }) =>
      getProjectFor(scope.db.reads, scope.actor, ref, canReadProject),
    answers: {
      200: {
        description: 'A page of members, in the order in which they joined',
        schema: listOf(ProjectMember),
      },
    },
    handle: async ({ scope, params: { id: ref }, query }) => {
      const page = parsePage(query);
      const { rows, total } = await listMembers(scope, ref, page);
      return presentPage(rows.map(presentMember), total, page);
    },
  });

  route(app, {
    ...common,
    method: 'POST',
    url: '/api/project/:id/members',
    operationId: 'addMember',
    summary: 'Add a member, or change a member’s role',
    description: 'Instance administrators may add themselves to any project.',
    params,
    body: MemberInput,
    authorizeFirst: ({ scope, params: { id: ref } }) =>
      getProjectFor(scope.db.reads, scope.actor, ref, canEditProject),
    answers: {
      200: { description: 'An existing member, with the new role', schema: oneOf(ProjectMember) },
      201: { description: 'The new member', schema: oneOf(ProjectMember) },
    },
    handle: async ({ scope, params: { id: ref }, body }, reply) => {
      const { member, isNew } = await addMember(scope, ref, body.userId, body.role ?? 'member');
      return reply.code(isNew ? 201 : 200).send({ data: presentMember(member) });
    },
  });

  route(app, {
    ...common,
    method: 'DELETE',
    url: '/api/project/:id/members/:userId',
    operationId: 'removeMember',
    summary: 'Remove a member, or leave',
    params: Type.Object({ id: projectRef, userId: id({ description: 'The user’s id, or `me`' }) }),
    answers: deletedAnswers,
    handle: async ({ scope, params: { id: ref, userId }, headers }, reply) =>
      sendDeleted(reply, headers, await removeMember(scope, ref, userId)),
  });
}
