import { moveTasksWithTicket } from '../agent-tasks/index.ts';
import type { Reaction } from '../events/index.ts';
import { deliveries } from '../outbound-webhooks/index.ts';

/** The reactions to public events, in the order in which they run. */
export const eventReactions: readonly Reaction[] = [moveTasksWithTicket, deliveries];
