import { type BuiltEvent, buildEvent, eventType } from '../../events/index.ts';
import { nullable } from '../../platform/field-schemas.ts';
import { toIso } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import type { ProjectRecord } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import type { CycleRow } from './cycle-schedule-store.ts';

const text = Type.String();
const ofCycle = {
  cycle: Type.Object({ id: text, name: text, startsAt: text, endsAt: text }),
  project: Type.Object({ id: text, name: text, key: text }),
  user: Type.Object(
    { id: text, name: text },
    { description: 'Who set the schedule: cycles start and end in their name' },
  ),
};

const cycleStarted = eventType({
  name: 'cycle.started',
  meaning: 'the schedule of a project started a cycle',
  payload: Type.Object(ofCycle),
  sentence: ({ cycle }) => `started cycle ${cycle.name}`,
  isPublic: true,
});
const cycleEnded = eventType({
  name: 'cycle.ended',
  meaning: 'the schedule of a project ended a cycle',
  payload: Type.Object({
    ...ofCycle,
    next: nullable(
      Type.Object({ id: text, name: text }, { description: 'The cycle that open tickets moved to' }),
    ),
    completed: Type.Integer({ description: 'Its tickets that are done', examples: [18] }),
    carriedOver: Type.Integer({ description: 'Its open tickets that moved to `next`', examples: [3] }),
  }),
  sentence: ({ cycle }) => `ended cycle ${cycle.name}`,
  isPublic: true,
});

export const cycleEvents = [cycleStarted, cycleEnded];

type Project = Pick<ProjectRecord, 'id' | 'name' | 'key' | 'workspaceId'>;

export const buildCycleStarted = (scope: Scope, project: Project, cycle: CycleRow): BuiltEvent =>
  buildEvent(cycleStarted, cycleEventFields(scope, project, cycle, {}));

export const buildCycleEnded = (
  scope: Scope,
  project: Project,
  cycle: CycleRow,
  result: { next: { id: string; name: string } | null; completed: number; carriedOver: number },
): BuiltEvent => buildEvent(cycleEnded, cycleEventFields(scope, project, cycle, result));

const cycleEventFields = <More extends object>(
  { actor, clock }: Scope,
  { id: projectId, name, key, workspaceId }: Project,
  cycle: CycleRow,
  more: More,
) => ({
  at: clock.now(),
  actorId: actor.userId,
  projectId,
  workspaceId,
  data: {
    cycle: {
      id: cycle.id,
      name: cycle.name,
      startsAt: toIso(cycle.startsAt),
      endsAt: toIso(cycle.endsAt),
    },
    project: { id: projectId, name, key },
    user: { id: actor.userId, name: actor.name },
    ...more,
  },
});
