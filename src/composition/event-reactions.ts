import {
  endWorkOfRemovedMembers,
  holdBlockedTasks,
  moveTasksWithTicket,
  releaseCollidingTasks,
} from '../agent-tasks/index.ts';
import { mergeChangedTexts } from '../collaboration/index.ts';
import type { Reaction } from '../events/index.ts';
import { tellSenders } from '../intake/index.ts';
import { forgetReminders } from '../notifications/index.ts';
import { deliveries } from '../outbound-webhooks/index.ts';
import { followCriteria, followPushes } from '../proof/index.ts';

/** The reactions to public events, in the order in which they run. */
export const newEventReactions = (config: { AGENT_TASKS_PER_HOUR: number }): readonly Reaction[] => [
  moveTasksWithTicket,
  endWorkOfRemovedMembers,
  holdBlockedTasks(config.AGENT_TASKS_PER_HOUR),
  releaseCollidingTasks(config.AGENT_TASKS_PER_HOUR),
  forgetReminders,
  mergeChangedTexts,
  tellSenders,
  followPushes,
  followCriteria,
  deliveries,
];

/** The reactions with the default limit, for tests that open a database without a context. */
export const eventReactions = newEventReactions({ AGENT_TASKS_PER_HOUR: 60 });
