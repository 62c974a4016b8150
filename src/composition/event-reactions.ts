import { moveTasksWithTicket } from '../agent-tasks/index.ts';
import type { Reaction } from '../events/index.ts';
import { deliveries } from '../outbound-webhooks/index.ts';

/** What follows from public events in their own transaction. */
export const eventReactions: readonly Reaction[] = [moveTasksWithTicket, deliveries];
