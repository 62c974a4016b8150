import type { FastifyInstance } from 'fastify';
import { choice, timestamp } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { toIso } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import { canEditProject, canReadProject, getProjectFor, projectRef } from '../../projects/index.ts';
import { requirePermission } from '../../users/index.ts';
import { weekdays } from './cycle-schedule.ts';
import { getCycleSchedule, type ScheduleWithNext, setCycleSchedule } from './cycle-schedules.ts';

const params = Type.Object({ id: projectRef });
const fields = {
  active: Type.Boolean({
    description: 'False: cycles are neither planned nor started nor ended; what exists stays',
    examples: [true],
  }),
  timezone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'An IANA name; cycles start and end at midnight there',
    examples: ['Europe/Vienna'],
  }),
  lengthWeeks: Type.Integer({ minimum: 1, maximum: 12, examples: [2] }),
  startDay: choice(weekdays),
  plannedAhead: Type.Integer({
    minimum: 1,
    maximum: 8,
    description: 'How many cycles that have not started exist at any time',
    examples: [2],
  }),
  carryOver: Type.Boolean({
    description: 'Whether the open tickets of a cycle that ends move to the next one',
    examples: [true],
  }),
};

const CycleSchedule = Type.Object(
  {
    ...fields,
    nextAt: Type.Optional(
      timestamp({ description: 'When a cycle starts or ends next; absent while the schedule is not active' }),
    ),
  },
  { title: 'CycleSchedule' },
);

const present = ({ nextAt, ...schedule }: ScheduleWithNext) => ({
  data: { ...schedule, ...(nextAt !== null && { nextAt: toIso(nextAt) }) },
});

export function addCycleRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Groups', access: 'signed-in', forProjectKeys: true });
  router.get('/api/project/:id/cycle-schedule', {
    operationId: 'getCycleSchedule',
    summary: 'Get by what rule a project plans, starts and ends its cycles',
    params,
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: { 200: { description: 'The schedule', schema: dataOf(CycleSchedule) } },
    handle: async ({ scope, params: { id: ref } }) => present(await getCycleSchedule(scope, ref)),
  });

  router.put('/api/project/:id/cycle-schedule', {
    operationId: 'setCycleSchedule',
    summary: 'Let the server plan, start and end the cycles of a project, or pause that',
    description:
      'An absent field keeps its value. New cycles follow the last one that exists, at the next start day; cycles that exist keep their dates, and may be changed as any group. Each start and end records `cycle.started` or `cycle.ended`, once.',
    params,
    body: Type.Partial(Type.Object(fields)),
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    responses: { 200: { description: 'The schedule as it is now', schema: dataOf(CycleSchedule) } },
    handle: async ({ scope, params: { id: ref }, body }) => present(await setCycleSchedule(scope, ref, body)),
  });
}
