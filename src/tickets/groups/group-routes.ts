import type { FastifyInstance } from 'fastify';
import { splitList } from '../../platform/comma-list.ts';
import { choice, id, instant, nullable, trimmed } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { pageQuery } from '../../platform/paging.ts';
import { Type } from '../../platform/schema.ts';
import { canEditProject, canWriteInProject } from '../../projects/index.ts';
import { requirePermission, type Scope } from '../../users/index.ts';
import { parseCallerDate } from '../caller-date.ts';
import { presentGroup } from '../present-ticket.ts';
import { Group, GroupWithProgress } from '../ticket-schemas.ts';
import { carryOver } from './carry-over.ts';
import { groupKinds } from './group.ts';
import {
  changeGroup,
  createGroup,
  deleteGroup,
  type GroupWithProgress as GroupRecord,
  getGroup,
  getGroupFor,
  listGroups,
  withProgress,
} from './groups.ts';

const params = Type.Object({ id: id() });
const name = () => trimmed(1, 200, { examples: ['Sprint 7'] });
const times = {
  kind: Type.Optional(choice(groupKinds, { default: 'list' })),
  description: Type.Optional(
    nullable(Type.String({ maxLength: 2_000, examples: ['What we promise for the fair.'] })),
  ),
  startsAt: Type.Optional(
    nullable(instant({ description: 'A date-time, or a date: the start of that day' })),
  ),
  endsAt: Type.Optional(nullable(instant({ description: 'A date-time, or a date: the end of that day' }))),
};

export function addGroupRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Groups', access: 'signed-in', forProjectKeys: true });
  router.list('/api/groups', {
    operationId: 'listGroups',
    summary: 'List cycles, milestones and lists of your projects; those that end soonest first',
    query: Type.Object({
      ...pageQuery,
      project: Type.Optional(Type.String({ description: 'Project ids or keys, separated by commas' })),
      progress: Type.Optional(Type.Boolean({ description: 'Milestones with their progress' })),
    }),
    response: { description: 'A page of groups', item: GroupWithProgress, present: presentWithProgress },
    list: async ({ scope, query }, page) => {
      const listed = await listGroups(scope, splitList(query.project), page);
      return query.progress ? { ...listed, rows: await withProgress(scope, listed.rows) } : listed;
    },
  });

  router.post('/api/groups', {
    operationId: 'createGroup',
    summary: 'Create a group in a project',
    body: Type.Object({ name: name(), projectId: id({ description: 'A project’s id or key' }), ...times }),
    responses: { 201: { description: 'The group', schema: dataOf(Group) } },
    handle: async ({ scope, body }, reply) =>
      reply.code(201).send({
        data: presentGroup(await createGroup(scope, { ...body, ...(await readTimes(scope, body)) })),
      }),
  });

  router.get('/api/groups/:id', {
    operationId: 'getGroup',
    summary: 'Get a group; a milestone with its progress',
    params,
    responses: { 200: { description: 'The group', schema: dataOf(GroupWithProgress) } },
    handle: async ({ scope, params: { id: ref } }) => {
      const [group] = await withProgress(scope, [await getGroup(scope, ref)]);
      return { data: presentWithProgress(group as GroupRecord) };
    },
  });

  router.put('/api/groups/:id', {
    operationId: 'updateGroup',
    summary: 'Change a group',
    params,
    body: Type.Object({ name: Type.Optional(name()), ...times }),
    authorizeFirst: requirePermission(getGroupFor, canEditProject),
    responses: { 200: { description: 'The group as it is now', schema: dataOf(Group) } },
    handle: async ({ scope, params: { id: ref }, body: { name: newName, kind, description, ...rest } }) => ({
      data: presentGroup(
        await changeGroup(scope, ref, {
          name: newName,
          kind,
          description: description === '' ? null : description,
          ...(await readTimes(scope, rest)),
        }),
      ),
    }),
  });

  router.post('/api/groups/:id/carry-over', {
    operationId: 'carryOver',
    summary: 'Move all open tickets of a group into the next cycle',
    description:
      'All or nothing, up to 2,000 tickets, with the events of single changes. A repeated request changes nothing. 409 if there is no later cycle.',
    params,
    body: Type.Object({
      to: Type.Optional(
        nullable(id({ description: 'A group of the same project; by default the next cycle' })),
      ),
    }),
    authorizeFirst: requirePermission(getGroupFor, canWriteInProject),
    responses: {
      200: {
        description: 'Where the tickets are now',
        schema: dataOf(
          Type.Object(
            { to: Group, ticketIds: Type.Array(id(), { description: 'The tickets that were moved' }) },
            { title: 'CarriedOver' },
          ),
        ),
      },
    },
    handle: async ({ scope, params: { id: ref }, body }) => {
      const { to, ticketIds } = await carryOver(scope, ref, body.to);
      return { data: { to: presentGroup(to), ticketIds } };
    },
  });

  router.delete('/api/groups/:id', {
    operationId: 'deleteGroup',
    summary: 'Delete a group; its tickets remain',
    params,
    delete: ({ scope, params: { id: ref } }) => deleteGroup(scope, ref),
  });
}

const presentWithProgress = ({ progress, ...group }: GroupRecord) => ({
  ...presentGroup(group),
  ...(progress && { progress }),
});

interface Times {
  startsAt?: string | null;
  endsAt?: string | null;
}

const readTimes = async (scope: Scope, { startsAt, endsAt }: Times) => ({
  startsAt: await parseCallerDate(scope, startsAt, 'start'),
  endsAt: await parseCallerDate(scope, endsAt),
});
