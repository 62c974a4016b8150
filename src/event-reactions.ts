import { moveTasksWithTicket } from './agent-tasks/index.ts';
import { reactToEvents } from './events/index.ts';
import { writeDeliveries } from './outbound-webhooks/index.ts';

/** What follows from events in their own transaction, wherever verbs are called: in a server, and by `docket mcp`. */
export function installReactions(): void {
  reactToEvents(moveTasksWithTicket);
  reactToEvents(writeDeliveries);
}
