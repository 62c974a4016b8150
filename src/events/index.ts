export { listEventsBy } from './actor-event-store.ts';
export { countHistory, startEventCountLoop } from './count-events.ts';
export { countUncounted, findWithUncounted, withUncountedEvents } from './event-count-store.ts';
export {
  eventCursor,
  eventsBehind,
  findNewestEventTime,
  findUnsettledEvents,
} from './event-cursor-store.ts';
export {
  type EventCursor,
  type EventRow,
  findEvent,
  forgetEvent,
  forgottenData,
  forgottenText,
  isAfter,
  isForgotten,
  listEventsAfter,
  listTicketEvents,
  type NewEvent,
} from './event-store.ts';
export {
  type ActivityFeed,
  activityFeeds,
  type EventType,
  eventType,
  matchesAnyPattern,
} from './event-type.ts';
export { expectEvents, type Reaction, withoutReactions, withReactions } from './reactions.ts';
export { type BuiltEvent, buildEvent, importEvents, recordEvent, recordEvents } from './record-event.ts';
