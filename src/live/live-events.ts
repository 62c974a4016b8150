import { eventType } from '../events/index.ts';
import { Type } from '../platform/schema.ts';

const gone = Type.Object({ id: Type.String() });

/** Streams derive these from other events for those who lose access. They are never recorded. */
export const ticketGone = eventType({
  name: 'ticket.gone',
  meaning: 'you can no longer read a ticket, or it left the projects of the stream',
  payload: gone,
  sentence: () => 'removed your access to a ticket',
  isStreamed: true,
});
export const projectGone = eventType({
  name: 'project.gone',
  meaning: 'you can no longer read a project',
  payload: gone,
  sentence: () => 'removed your access to a project',
  isStreamed: true,
});

export const liveEvents = [ticketGone, projectGone];
