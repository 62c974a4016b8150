import type { FastifyInstance } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentWholeList } from '../../platform/http/index.ts';
import { newPlacesPerPerson } from '../../platform/places-per-person.ts';
import { Type } from '../../platform/schema.ts';
import { canReadProject, getProjectFor, projectRef } from '../../projects/index.ts';
import { requirePermission, type Scope } from '../../users/index.ts';
import * as schemas from './schedule-schemas.ts';
import * as schedules from './schedules.ts';

const ofProject = Type.Object({ id: projectRef });
const ofSchedule = Type.Object({ id: projectRef, scheduleId: id() });
const mayRead = requirePermission(getProjectFor, canReadProject);
const mayManage = requirePermission(getProjectFor, schedules.canManageSchedules);
const occurrencesShown = 10;
/** Evaluating a rule can cost a search through 50 years of days. */
const searchesPerPersonMax = 4;

export function addScheduleRoutes(app: FastifyInstance): void {
  const searches = newPlacesPerPerson(
    searchesPerPersonMax,
    (running) => `${running} searches of yours for the occurrences of a rule are running.`,
  );
  const presentFound = async (
    { actor }: Scope,
    find: () => Promise<{ timezone: string; moments: number[] }>,
  ) => {
    const leave = searches.take(actor.userId);
    const { timezone, moments } = await find().finally(leave);
    return presentWholeList(moments.map(schemas.presentOccurrence(timezone)));
  };
  const router = newRouter(app, { tag: 'Schedules', access: 'signed-in', forProjectKeys: true });
  router.get('/api/project/:id/schedules', {
    operationId: 'listSchedules',
    summary: 'List the schedules that create tickets in a project, the oldest first',
    params: ofProject,
    authorizeFirst: mayRead,
    responses: { 200: { description: 'All of them', schema: listOf(schemas.Schedule) } },
    handle: async ({ scope, params }) =>
      presentWholeList((await schedules.listSchedules(scope, params.id)).map(schemas.presentSchedule)),
  });

  router.post('/api/project/:id/schedules', {
    operationId: 'createSchedule',
    summary: 'Create tickets at each occurrence of a rule',
    description:
      'You become the owner: tickets are created in your name. Agents cannot own a schedule. After a stop of the server one ticket stands for all missed occurrences.',
    params: ofProject,
    body: schemas.ScheduleInput,
    authorizeFirst: mayManage,
    responses: { 201: { description: 'The schedule', schema: dataOf(schemas.Schedule) } },
    handle: async ({ scope, params, body }) => ({
      data: schemas.presentSchedule(await schedules.createSchedule(scope, params.id, body)),
    }),
  });

  router.get('/api/project/:id/schedules/:scheduleId', {
    operationId: 'getSchedule',
    summary: 'Get a schedule',
    params: ofSchedule,
    authorizeFirst: mayRead,
    responses: { 200: { description: 'The schedule', schema: dataOf(schemas.Schedule) } },
    handle: async ({ scope, params }) => ({
      data: schemas.presentSchedule(await schedules.getSchedule(scope, params.id, params.scheduleId)),
    }),
  });

  router.put('/api/project/:id/schedules/:scheduleId', {
    operationId: 'updateSchedule',
    summary: 'Change, pause or resume a schedule',
    description:
      'Whoever changes or resumes it becomes its owner. Occurrences that passed while it was paused get no ticket. `ticket` is replaced as a whole.',
    params: ofSchedule,
    body: schemas.SchedulePatch,
    authorizeFirst: mayManage,
    responses: { 200: { description: 'The schedule as it is now', schema: dataOf(schemas.Schedule) } },
    handle: async ({ scope, params, body }) => ({
      data: schemas.presentSchedule(
        await schedules.changeSchedule(scope, params.id, params.scheduleId, body),
      ),
    }),
  });

  router.delete('/api/project/:id/schedules/:scheduleId', {
    operationId: 'deleteSchedule',
    summary: 'Delete a schedule; the tickets that it created stay',
    params: ofSchedule,
    delete: ({ scope, params }) => schedules.deleteSchedule(scope, params.id, params.scheduleId),
  });

  router.get('/api/project/:id/schedules/:scheduleId/occurrences', {
    operationId: 'listOccurrences',
    summary: 'List the next occurrences of a schedule, also of a paused one',
    params: ofSchedule,
    query: schemas.OccurrencesQuery,
    authorizeFirst: mayRead,
    responses: { 200: { description: 'The next ones', schema: listOf(schemas.Occurrence) } },
    handle: async ({ scope, params, query }) => {
      const { id: ref, scheduleId } = params;
      const limit = query.limit ?? occurrencesShown;
      return presentFound(scope, () => schedules.listOccurrences(scope, ref, scheduleId, limit));
    },
  });

  router.get('/api/project/:id/occurrences', {
    operationId: 'previewOccurrences',
    summary: 'List the next occurrences of a rule, before it is saved as a schedule',
    params: ofProject,
    query: schemas.PreviewQuery,
    authorizeFirst: mayRead,
    responses: { 200: { description: 'The next ones', schema: listOf(schemas.Occurrence) } },
    handle: async ({ scope, params, query }) => {
      const limit = query.limit ?? occurrencesShown;
      return presentFound(scope, () => schedules.previewOccurrences(scope, params.id, query, limit));
    },
  });
}
