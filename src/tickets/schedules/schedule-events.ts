import { eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { choice } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { type PauseReason, pauseReasons, type TicketSchedule } from './schedule.ts';

const text = Type.String();

/** In addition to `schedule.updated`, which browsers need. This event has no actor, so that the owner is notified. */
export const schedulePaused = eventType({
  name: 'schedule.paused',
  meaning: 'a schedule of recurring tickets paused itself, because it cannot create its ticket',
  payload: Type.Object({
    schedule: Type.Object({ id: text, name: text }),
    project: Type.Object({ id: text, name: text, key: text }),
    /** The owner of the schedule. */
    user: Type.Object({ id: text, name: text }),
    reason: choice(pauseReasons),
    message: text,
  }),
  sentence: ({ schedule, message }) => `the schedule ${schedule.name} paused itself: ${message}`,
});

export const recordSchedulePaused = (
  tx: Tx,
  { id, name }: TicketSchedule,
  project: { id: string; name: string; key: string },
  owner: { id: string; name: string },
  { reason, message }: { reason: PauseReason; message: string },
  at: number,
) =>
  recordEvent(tx, schedulePaused, {
    at,
    actorId: null,
    projectId: project.id,
    data: {
      schedule: { id, name },
      project: { id: project.id, name: project.name, key: project.key },
      user: owner,
      reason,
      message,
    },
  });
