import type { FastifyInstance } from 'fastify';
import { id } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { requirePermission } from '../users/index.ts';
import { getProjectFor } from './get-project.ts';
import { addMember, listMembers, removeMember } from './members.ts';
import { presentMember } from './present-project.ts';
import { canGrantAccess, canReadProject } from './project-access.ts';
import { MemberInput, ProjectMember, projectRef } from './project-schemas.ts';

const params = Type.Object({ id: projectRef });

export function addMemberRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Projects', access: 'signed-in', forProjectKeys: true });
  router.list('/api/project/:id/members', {
    operationId: 'listMembers',
    summary: 'List the members of a project',
    params,
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    response: {
      description: 'A page of members, in the order in which they joined',
      item: ProjectMember,
      present: presentMember,
    },
    list: ({ scope, params: { id: ref } }, page) => listMembers(scope, ref, page),
  });

  router.post('/api/project/:id/members', {
    operationId: 'addMember',
    summary: 'Add a member, or change a member’s role',
    description: 'Instance administrators may add themselves to any project.',
    params,
    body: MemberInput,
    authorizeFirst: requirePermission(getProjectFor, canGrantAccess),
    responses: {
      200: { description: 'An existing member, with the new role', schema: dataOf(ProjectMember) },
      201: { description: 'The new member', schema: dataOf(ProjectMember) },
    },
    handle: async ({ scope, params: { id: ref }, body }, reply) => {
      const { member, isNew } = await addMember(scope, ref, body.userId, body.role ?? 'member');
      return reply.code(isNew ? 201 : 200).send({ data: presentMember(member) });
    },
  });

  router.delete('/api/project/:id/members/:userId', {
    operationId: 'removeMember',
    summary: 'Remove a member, or leave',
    params: Type.Object({ id: projectRef, userId: id({ description: 'The user’s id, or `me`' }) }),
    delete: ({ scope, params: { id: ref, userId } }) => removeMember(scope, ref, userId),
  });
}
