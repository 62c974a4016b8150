import type { FastifyInstance } from 'fastify';
import { choice, id, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { toIso } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import { requirePermission } from '../users/index.ts';
import { presentWorkspace, Workspace } from './present-workspace.ts';
import { personRefDescription } from './resolve-person.ts';
import { type WorkspaceMember as Member, workspaceRoles } from './workspace.ts';
import { canEditWorkspace, canReadWorkspace } from './workspace-access.ts';
import {
  addWorkspaceMember,
  changeWorkspace,
  createWorkspace,
  deleteWorkspace,
  getWorkspaceFor,
  type IsWorkspaceInUse,
  listWorkspaceMembers,
  listWorkspaces,
  removeWorkspaceMember,
} from './workspaces.ts';

const params = Type.Object({ id: id() });
const name = () => trimmed(1, 200, { examples: ['Platform team'] });

const WorkspaceMember = Type.Object(
  {
    id: id({ description: 'The user’s id' }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: Type.String({ examples: ['ada@example.org'] }),
    image: nullable(Type.String()),
    role: choice(workspaceRoles),
    joinedAt: timestamp(),
  },
  { title: 'WorkspaceMember' },
);

const presentMember = (member: Member) => ({ ...member, joinedAt: toIso(member.joinedAt) });

export function addRoutes(
  app: FastifyInstance,
  { isWorkspaceInUse }: { isWorkspaceInUse: IsWorkspaceInUse },
): void {
  const router = newRouter(app, { tag: 'Workspaces', access: 'signed-in' });
  router.list('/api/workspaces', {
    operationId: 'listWorkspaces',
    summary: 'List your workspaces',
    response: {
      description: 'A page of workspaces, your personal one first',
      item: Workspace,
      present: presentWorkspace,
    },
    list: ({ scope }, page) => listWorkspaces(scope, page),
  });

  router.post('/api/workspaces', {
    operationId: 'createWorkspace',
    summary: 'Create a shared workspace',
    body: Type.Object({ name: name() }),
    responses: { 201: { description: 'The workspace', schema: dataOf(Workspace) } },
    handle: async ({ scope, body }) => ({ data: presentWorkspace(await createWorkspace(scope, body.name)) }),
  });

  router.get('/api/workspaces/:id', {
    operationId: 'getWorkspace',
    summary: 'Get a workspace',
    params,
    responses: { 200: { description: 'The workspace', schema: dataOf(Workspace) } },
    handle: async ({ scope, params: { id: ref } }) => ({
      data: presentWorkspace(await getWorkspaceFor(scope.db.reads, scope.actor, ref, canReadWorkspace)),
    }),
  });

  router.put('/api/workspaces/:id', {
    operationId: 'updateWorkspace',
    summary: 'Rename a workspace',
    params,
    body: Type.Object({ name: Type.Optional(name()) }),
    authorizeFirst: requirePermission(getWorkspaceFor, canEditWorkspace),
    responses: { 200: { description: 'The updated workspace', schema: dataOf(Workspace) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: presentWorkspace(await changeWorkspace(scope, ref, body.name)),
    }),
  });

  router.delete('/api/workspaces/:id', {
    operationId: 'deleteWorkspace',
    summary: 'Delete an empty workspace',
    description: 'Answers 409 while the workspace has projects or tickets, including deleted ones.',
    params,
    delete: ({ scope, params: { id: ref } }) => deleteWorkspace(scope, ref, isWorkspaceInUse),
  });

  router.list('/api/workspaces/:id/members', {
    operationId: 'listWorkspaceMembers',
    summary: 'List the members of a workspace',
    params,
    authorizeFirst: requirePermission(getWorkspaceFor, canReadWorkspace),
    response: { description: 'A page of members', item: WorkspaceMember, present: presentMember },
    list: ({ scope, params: { id: ref } }, page) => listWorkspaceMembers(scope, ref, page),
  });

  router.post('/api/workspaces/:id/members', {
    operationId: 'addWorkspaceMember',
    summary: 'Add a member to a workspace, or change a member’s role',
    params,
    body: Type.Object({
      userId: id({ description: personRefDescription }),
      role: Type.Optional(choice(workspaceRoles, { default: 'member' })),
    }),
    authorizeFirst: requirePermission(getWorkspaceFor, canEditWorkspace),
    responses: {
      200: { description: 'An existing member, with the new role', schema: dataOf(WorkspaceMember) },
      201: { description: 'The new member', schema: dataOf(WorkspaceMember) },
    },
    handle: async ({ scope, params: { id: ref }, body }, reply) => {
      const { member, isNew } = await addWorkspaceMember(scope, ref, body.userId, body.role ?? 'member');
      return reply.code(isNew ? 201 : 200).send({ data: presentMember(member as Member) });
    },
  });

  router.delete('/api/workspaces/:id/members/:userId', {
    operationId: 'removeWorkspaceMember',
    summary: 'Remove a member from a workspace, or leave',
    params: Type.Object({ id: id(), userId: id({ description: 'The user’s id, or `me`' }) }),
    delete: ({ scope, params: { id: ref, userId } }) => removeWorkspaceMember(scope, ref, userId),
  });
}
